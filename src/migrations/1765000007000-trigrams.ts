import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates the extension by which an index serves searches for a part of a text. It is trusted, so any owner of a
 * database may create it. Without it, searches read all rows in scope.
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

  /** Drops the extension of this migration; fails if an index needs it. An extension that existed before stays. */
  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DO $$ BEGIN
        IF EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm' AND extnamespace = 'platform'::regnamespace) THEN
          DROP EXTENSION pg_trgm;
        END IF;
      END $$;`);
  }
}
