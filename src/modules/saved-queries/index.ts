export { PrepareSavedQuery } from './prepare-saved-query.service.js';
export { SavedQueriesModule } from './saved-queries.module.js';
