import { Module } from '@nestjs/common';
import { SchedulesModule } from '../schedules/index.js';
import { OverdueRepository } from './overdue.repository.js';
import { RemindAssignees } from './remind-assignees.service.js';

/** Reminders and escalation of overdue approval tasks. */
@Module({
  imports: [SchedulesModule],
  providers: [OverdueRepository, RemindAssignees],
})
export class OverdueModule {}
