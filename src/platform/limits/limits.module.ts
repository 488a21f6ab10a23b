import { Global, Module } from '@nestjs/common';
import { RequestLimits } from './request-limits.js';
import { StoredWrites } from './stored-writes.js';
import { UsageRepository } from './usage.repository.js';

/** Limits of users, tenants and environments by setting, shared by all nodes. */
@Global()
@Module({ providers: [RequestLimits, StoredWrites, UsageRepository], exports: [RequestLimits, StoredWrites] })
export class LimitsModule {}
