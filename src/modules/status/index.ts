export { AvailableStatuses } from './available-statuses.service.js';
export { MoveRecord } from './move-record.service.js';
export { MoveRecords, type MovedOnBehalf, type MovesOnBehalf } from './move-records.service.js';
export { StatusModule } from './status.module.js';
