export { QueriesModule } from './queries.module.js';
export { type SelectOutcome, SelectRecords } from './select-records.service.js';
export { selectReply } from './select-reply.js';
