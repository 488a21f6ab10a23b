export { QueriesModule } from './queries.module.js';
export { readRun } from './saved/read-run.js';
export { readSavedQuery } from './saved/read-saved-query.js';
export { RunSavedQuery } from './saved/run-saved-query.service.js';
export { type SelectOutcome, SelectRecords } from './select/select-records.service.js';
