export { type Assignment } from '../../core/drafts/assignments.js';
export { AutoNumberSequences } from './auto-number-sequences.js';
export { Drafter } from '../../core/drafts/draft-records.js';
export { HookedInsert } from './hooked-insert.service.js';
export { InsertRepository } from './insert.repository.js';
export { RecordsModule } from './records.module.js';
export { type WriteEnding, WriteEndings } from './write-endings.js';
export { WriteTransactions } from './write-transactions.service.js';
