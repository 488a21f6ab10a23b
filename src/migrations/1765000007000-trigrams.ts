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

  /** One that was there before us stays; ours goes, unless an index needs it. */
  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DO $$ BEGIN
        IF EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm' AND extnamespace = 'platform'::regnamespace) THEN
          DROP EXTENSION pg_trgm;
        END IF;
      END $$;`);
  }
}
