import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The extension that lets an index serve searches for a part of a text. Any owner of a database may make it (it is
 * trusted); where it is not installed or not allowed, searches read all rows in scope instead.
 */
export class Trigrams1765000007000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      DO $$ BEGIN
        CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA platform;
      EXCEPTION WHEN OTHERS THEN
        RAISE WARNING 'pg_trgm is not available; searches will not use an index: %', SQLERRM;
      END $$;`);
  }

  /** It stays: others of the database may use it by now. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
