export { PrepareSavedQuery } from './prepare-saved-query.service.js';
export { readRun } from './read-run.js';
export { readSavedQuery } from './read-saved-query.js';
export { RunSavedQuery } from './run-saved-query.service.js';
export { SavedQueriesModule } from './saved-queries.module.js';
