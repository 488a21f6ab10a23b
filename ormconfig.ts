import { DataSource, type DataSourceOptions, type ColumnType } from 'typeorm';
import { MIGRATIONS, MIGRATIONS_TABLE } from './src/migrations/index.js';
import { PLATFORM_TABLES } from './src/platform/tables/index.js';

/** A type of PostgreSQL that TypeORM does not know: the number of a transaction. */
const XID8 = 'xid8' as ColumnType;

/**
 * TypeORM's view of a database: the tables of schema `platform`. Migrations make them, never a schema derived from the
 * entities; a test proves that both agree.
 */
export function platformDataSource(url: string, more: Partial<DataSourceOptions> = {}): DataSource {
  const source = new DataSource({
    type: 'postgres',
    url,
    entities: PLATFORM_TABLES,
    migrations: MIGRATIONS,
    migrationsTableName: MIGRATIONS_TABLE,
    synchronize: false,
    ...more,
  } as DataSourceOptions);
  source.driver.supportedDataTypes.push(XID8);
  return source;
}

/** For `npm run typeorm`, which takes exactly one data source; the service makes its own. */
export default platformDataSource(process.env.DATABASE_URL ?? 'postgres://127.0.0.1:5432/service', {
  applicationName: 'data-and-workflow-service migrations',
});
