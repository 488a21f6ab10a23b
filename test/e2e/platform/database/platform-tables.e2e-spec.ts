import type { DataSource } from 'typeorm';
import { platformDataSource } from '#platform/database/tables/platform-data-source.js';
import { createTestDatabase, type TestDatabase } from '../../../support/test-database.js';

/** Column as the catalogue of PostgreSQL and the metadata of TypeORM both tell it. */
interface Column {
  readonly type: string;
  readonly isNullable: boolean;
  readonly isPrimary: boolean;
  readonly collation: string | null;
  readonly hasDefault: boolean;
}

/** Tables that TypeORM has no entities for. */
const WITHOUT_ENTITY = ['change_default', 'lock_partitions', 'lock_set_up', 'lock_upkeep'];

describe('The TypeORM entities of the platform', () => {
  let test: TestDatabase;
  let source: DataSource;
  beforeAll(async () => {
    test = await createTestDatabase();
    source = await platformDataSource(test.url).initialize();
  });
  afterAll(async () => {
    await source.destroy();
    await test.drop();
  });

  it('leave TypeORM nothing to change in a migrated database', async () => {
    const { upQueries } = await source.driver.createSchemaBuilder().log();
    // Comments stand in the migrations for those who look at the database, and as doc comments at the entities.
    expect(upQueries.map(({ query }) => query).filter((query) => !query.startsWith('COMMENT ON'))).toEqual([]);
  });

  it('describe every table that the migrations make', async () => {
    const rows: { name: string }[] = await source.query(`
      SELECT relname AS name FROM pg_class
      WHERE relnamespace = 'platform'::regnamespace AND relkind IN ('r', 'p')
        AND relname !~ '^change_[0-9]+$'`);
    const described = source.entityMetadatas.map(({ tableName }) => tableName);
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...described, ...WITHOUT_ENTITY].toSorted());
  });

  it('agree with the migrations about each column', async () => {
    const rows: ({ path: string } & Column)[] = await source.query(
      `
      SELECT relname || '.' || attname AS path, format_type(atttypid, NULL) AS type,
        NOT attnotnull AS "isNullable", coalesce(indisprimary, false) AS "isPrimary",
        nullif(collname, 'default') AS collation, atthasdef AS "hasDefault"
      FROM pg_attribute
      JOIN pg_class ON pg_class.oid = attrelid
      LEFT JOIN pg_index ON indrelid = attrelid AND indisprimary AND attnum = ANY(indkey)
      LEFT JOIN pg_collation ON pg_collation.oid = attcollation
      WHERE relnamespace = 'platform'::regnamespace AND attnum > 0 AND NOT attisdropped
        AND relname = ANY($1)`,
      [source.entityMetadatas.map(({ tableName }) => tableName)],
    );
    const stored = Object.fromEntries(rows.map(({ path, ...column }) => [path, column]));
    expect(columnsOf(source)).toEqual(stored);
  });

  it('name every index and unique constraint of the migrations', async () => {
    const rows: { name: string }[] = await source.query(
      `
      SELECT relname AS name FROM pg_index
      JOIN pg_class ON pg_class.oid = indexrelid
      WHERE relnamespace = 'platform'::regnamespace AND NOT indisprimary
        AND indrelid::regclass::text = ANY($1)`,
      [source.entityMetadatas.map(({ tableName }) => `platform.${tableName}`)],
    );
    const named = source.entityMetadatas.flatMap(({ indices, uniques }) => [...indices, ...uniques]);
    expect(named.map(({ name }) => name).toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  });
});

const TYPES: Readonly<Record<string, string>> = { timestamptz: 'timestamp with time zone' };

/** Columns of all entities by `table.column`. Without a key in the table, TypeORM's primary column is no primary key. */
function columnsOf({ driver, entityMetadatas }: DataSource): Readonly<Record<string, Column>> {
  const columns = entityMetadatas.flatMap(({ tableName, synchronize, columns: all }) =>
    all.map((column): [string, Column] => {
      const type = driver.normalizeType(column);
      return [
        `${tableName}.${column.databaseName}`,
        {
          type: `${TYPES[type] ?? type}${column.isArray ? '[]' : ''}`,
          isNullable: column.isNullable,
          isPrimary: column.isPrimary && synchronize,
          collation: column.collation ?? null,
          hasDefault: column.default !== undefined,
        },
      ];
    }),
  );
  return Object.fromEntries(columns);
}
