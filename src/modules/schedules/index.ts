export { DueAttempts, MAX_DUE_LOSSES } from './due-attempts.service.js';
export { FollowClock, type DueWork } from './follow-clock.service.js';
export { ScheduleRepository } from './schedule.repository.js';
export { SchedulesModule } from './schedules.module.js';
