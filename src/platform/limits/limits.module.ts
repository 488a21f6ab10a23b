import { Global, Module } from '@nestjs/common';
import { RequestLimits } from './request-limits.js';
import { UsageRepository } from './usage.repository.js';

/** Limits of users and tenants by setting, shared by all nodes. */
@Global()
@Module({ providers: [RequestLimits, UsageRepository], exports: [RequestLimits] })
export class LimitsModule {}
