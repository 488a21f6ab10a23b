import { Global, Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { Readiness } from '#platform/observability/readiness.js';

/** Liveness and readiness. Parts of the service register their probes with `Readiness`. */
@Global()
@Module({ controllers: [HealthController], providers: [Readiness], exports: [Readiness] })
export class HealthModule {}
