export { RecycleBinModule } from './recycle-bin.module.js';
export { RestoreRecords } from './restore-records.service.js';
