export { MoveRecords, type MovedOnBehalf, type MovesOnBehalf } from './move-records.service.js';
export { StatusModule } from './status.module.js';
