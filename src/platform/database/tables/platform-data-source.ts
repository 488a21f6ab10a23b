import { type ColumnType, DataSource, type DataSourceOptions } from 'typeorm';
import { PLATFORM_TABLES } from './index.js';

/** A type of PostgreSQL that TypeORM does not know: the number of a transaction. */
const XID8 = 'xid8' as ColumnType;

/**
 * TypeORM's view of a database: the tables of schema `platform`. Migrations make them, never a schema derived from the
 * entities; a test proves that both agree.
 */
export function platformDataSource(url: string, more: Partial<DataSourceOptions> = {}): DataSource {
  const options = { type: 'postgres', url, entities: PLATFORM_TABLES, synchronize: false, ...more };
  const source = new DataSource(options as DataSourceOptions);
  source.driver.supportedDataTypes.push(XID8);
  return source;
}
