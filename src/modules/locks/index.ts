export { LockedRecords } from './locked-records.repository.js';
export { LocksModule } from './locks.module.js';
