import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets environments be copied: names the environment of the steps of batches, and the first environment of a copy. */
export class CopiedEnvironments1765000074000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE platform.batch_step ADD COLUMN environment_id uuid;
      COMMENT ON COLUMN platform.batch_step.environment_id IS 'Null in rows of earlier versions.';
      ALTER TABLE platform.environment ADD COLUMN origin_id uuid;
      COMMENT ON COLUMN platform.environment.origin_id IS
        'Of a copy: the environment whose id the ids of its system records are derived from. Null: its own.';`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE platform.batch_step DROP COLUMN environment_id;
      ALTER TABLE platform.environment DROP COLUMN origin_id;`);
  }
}
