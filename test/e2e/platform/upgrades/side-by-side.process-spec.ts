import { DataSource } from 'typeorm';
import { MIGRATIONS } from '#migrations/index.js';
import { migrationDataSource } from '#platform/database/migration-data-source.js';
import { followCustomers, tour, WORKS } from '../../../support/service-tour.js';
import { TestApp } from '../../../support/test-app.js';
import { createEmptyDatabase, type TestDatabase } from '../../../support/test-database.js';

const TEST_MS = 60_000;

/** Additions as migrations of a later version make them: columns of all tables, a table, and its name in the list. */
const LATER_VERSION = `
  DO $$ DECLARE t record; BEGIN
    FOR t IN
      SELECT c.oid::regclass AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE (n.nspname = 'platform' OR n.nspname LIKE 'env_%') AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    LOOP
      EXECUTE format('ALTER TABLE %s ADD later_text text, ADD later_count integer NOT NULL DEFAULT 7', t.name);
    END LOOP;
  END $$;
  CREATE TABLE platform.later (id uuid NOT NULL CONSTRAINT later_pk PRIMARY KEY);
  INSERT INTO platform_migration (timestamp, name) VALUES (9999999999999, 'Later9999999999999')`;

describe('a database with the schema of a later version', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await TestApp.start(WORKS);
    await followCustomers(app);
  });
  afterEach(() => app.stop());

  it(
    'is served by a node that was running before, and by one that starts on it',
    async () => {
      await tour(app);
      await app.query(LATER_VERSION);
      await tour(app);
      const next = await app.startAnother(WORKS);
      await tour(next);
      await tour(app);
      await next.stop();
      const [{ count }] = await app.query<{ count: number }>(
        'SELECT count(*)::int AS count FROM platform.change WHERE later_count = 7',
      );
      expect(count).toBeGreaterThan(0);
    },
    TEST_MS,
  );
});

describe('a database of an earlier version', () => {
  let database: TestDatabase;
  beforeEach(async () => void (database = await createEmptyDatabase()));
  afterEach(() => database.drop());

  /** Migrates as a version did that had no more than these migrations. */
  async function migrateTo(count: number): Promise<void> {
    const { options } = migrationDataSource(database.url);
    const source = await new DataSource({
      ...options,
      entities: [],
      migrations: MIGRATIONS.slice(0, count),
    }).initialize();
    await source.runMigrations({ transaction: 'each' });
    await source.destroy();
  }

  it.each([1, Math.floor(MIGRATIONS.length / 2), MIGRATIONS.length - 1])(
    'with %i migrations is completed by nodes that start together, each of which serves it',
    async (count) => {
      await migrateTo(count);
      const nodes = await Promise.all([1, 2].map(() => TestApp.on(database.url, { ...WORKS, DEMO: 'true' })));
      await followCustomers(nodes[0]);
      for (const node of nodes) await tour(node);
      const applied = await nodes[0].query('SELECT name FROM platform_migration');
      expect(applied).toHaveLength(MIGRATIONS.length);
      for (const node of nodes) await node.stop();
    },
    TEST_MS,
  );
});
