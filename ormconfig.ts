import { migrationDataSource } from './src/platform/database/migration-data-source.js';

/** For `npm run typeorm`, which takes exactly one data source; the service makes its own. */
export default migrationDataSource(process.env.DATABASE_URL ?? 'postgres://127.0.0.1:5432/service');
