import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts what users and tenants use of their limits. It is unlogged: after a crash of the server a window begins anew. */
export class Usage1765000040000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE UNLOGGED TABLE platform.usage (
        key text COLLATE "C" NOT NULL,
        began double precision NOT NULL,
        used double precision NOT NULL,
        CONSTRAINT usage_pk PRIMARY KEY (key)
      );
      COMMENT ON TABLE platform.usage IS 'What users and tenants have used of their limits, written by platform/limits.';
      COMMENT ON COLUMN platform.usage.began IS 'Begin of the window, in seconds since 1970.';`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE platform.usage');
  }
}
