import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets the change log name hooks over HTTP whose calls failed, and without which a write went on (decision 0390). */
export class SkippedHooks1765000068000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE platform.change ADD COLUMN hooks_skipped json;
      COMMENT ON COLUMN platform.change.hooks_skipped IS
        'Names of hooks that could not be asked; null where all were.';`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE platform.change DROP COLUMN hooks_skipped');
  }
}
