export { QueryAdviceModule } from './query-advice.module.js';
export { WatchQueries } from './watch-queries.service.js';
