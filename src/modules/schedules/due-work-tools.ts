import { Injectable } from '@nestjs/common';
import { GivenUpWork } from '../../platform/operations/given-up-work.js';
import { DueAttempts } from './due-attempts.service.js';
import { ScheduleMetrics } from './schedule-metrics.js';

/** How attempts of due work are made, and where their ends are reported. */
@Injectable()
export class DueWorkTools {
  constructor(
    readonly attempts: DueAttempts,
    readonly metrics: ScheduleMetrics,
    readonly givenUp: GivenUpWork,
  ) {}
}
