export { DueWorkTools } from './due-work-tools.js';
export { FollowClock, type DueWork } from './follow-clock.service.js';
export { ScheduleRepository } from './schedule.repository.js';
export { SchedulesModule } from './schedules.module.js';
