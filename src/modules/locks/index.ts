export { LockedRecords } from './locked-records.repository.js';
export { LocksModule } from './locks.module.js';
export { ProtectChildren } from './protect-children.service.js';
