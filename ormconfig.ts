import { DataSource, type DataSourceOptions } from 'typeorm';
import { MIGRATIONS, MIGRATIONS_TABLE } from './src/migrations/index.js';

/** TypeORM's view of a database: migrations of schema `platform`, never a schema derived from classes. */
export const dataSourceOptions = (url: string): DataSourceOptions => ({
  type: 'postgres',
  url,
  entities: [],
  migrations: MIGRATIONS,
  migrationsTableName: MIGRATIONS_TABLE,
  synchronize: false,
  applicationName: 'data-and-workflow-service migrations',
});

/** For `npm run typeorm`, which takes exactly one data source; `src/platform/database` makes its own. */
export default new DataSource(dataSourceOptions(process.env.DATABASE_URL ?? 'postgres://127.0.0.1:5432/service'));
