import { Module } from '@nestjs/common';
import { CatalogueModule } from '../../platform/catalogue/catalogue.module.js';
import { HooksModule } from '../hooks/index.js';
import { RunsModule } from '../runs/index.js';
import { DueAttempts } from './due-attempts.service.js';
import { DueWorkTools } from './due-work-tools.js';
import { DueSchedules } from './due-schedules.repository.js';
import { FireDueDates } from './fire-due-dates.service.js';
import { FireSchedules } from './fire-schedules.service.js';
import { FollowClock } from './follow-clock.service.js';
import { RegisterSchedules } from './register-schedules.service.js';
import { ScheduleMetrics } from './schedule-metrics.js';
import { ScheduleRepository } from './schedule.repository.js';

/** Work that the clock starts: scheduled and date-based triggers. */
@Module({
  imports: [CatalogueModule, HooksModule, RunsModule],
  providers: [
    DueAttempts,
    DueSchedules,
    DueWorkTools,
    FireDueDates,
    FireSchedules,
    FollowClock,
    RegisterSchedules,
    ScheduleMetrics,
    ScheduleRepository,
  ],
  exports: [DueWorkTools, FollowClock, ScheduleRepository],
})
export class SchedulesModule {}
