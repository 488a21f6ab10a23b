export { QueriesModule } from './queries.module.js';
export { SelectRecords, type SelectOutcome } from './select-records.service.js';
export type { SelectCommand } from './select-command.js';
