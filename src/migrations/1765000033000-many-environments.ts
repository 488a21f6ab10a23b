import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets a start skip environments that already have what this version of the service needs, and takes environments
 * without approval tasks off the clock. Those that have some are put back at once.
 */
export class ManyEnvironments1765000033000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE platform.environment ADD completed_by text COLLATE "C", ADD completed_version bigint;
      COMMENT ON COLUMN platform.environment.completed_by IS
        'Digest of the tables and records of the version of the service that completed the environment last.';
      COMMENT ON COLUMN platform.environment.completed_version IS
        'Version of the definitions then; a version of the service that does not know this column leaves it behind.';

      DELETE FROM platform.schedule WHERE kind = 'ApprovalTasks';`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE platform.environment DROP completed_by, DROP completed_version');
  }
}
