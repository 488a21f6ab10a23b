import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets a standby show which timeline of the primary it follows (decision 0441). */
export class LogTimeline1765000078000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE platform.log ADD COLUMN timeline text COLLATE "C";
      COMMENT ON COLUMN platform.log.timeline IS
        'Timeline of the server on which nodes that read from standbys have written it last; null before.';`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE platform.log DROP COLUMN timeline');
  }
}
