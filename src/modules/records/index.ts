export { DeleteRecords } from './delete-records.service.js';
export { InsertRecord } from './insert-record.service.js';
export { RecordsModule } from './records.module.js';
export { UpdateRecords } from './update-records.service.js';
export { UpdateTree } from './update-tree.service.js';
export { DeleteBodyDto, InsertBodyDto, UpdateBodyDto } from './write-bodies.docs.js';
