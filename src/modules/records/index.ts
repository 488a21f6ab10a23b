export { type Assignment } from './assignments.js';
export { AutoNumberSequences } from './auto-number-sequences.js';
export { Drafter } from './draft-records.rules.js';
export { InsertRepository } from './insert.repository.js';
export { type HookCall, RecordHooks } from './record-hooks.js';
export { RecordsModule } from './records.module.js';
