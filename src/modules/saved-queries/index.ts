export { SavedQueriesModule } from './saved-queries.module.js';
