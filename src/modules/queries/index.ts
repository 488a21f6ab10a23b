export { QueriesModule } from './queries.module.js';
export { selectReply } from './select-reply.js';
export { SelectRecords, type SelectOutcome } from './select-records.service.js';
