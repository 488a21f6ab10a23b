import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Names the environment of the steps of batches, so that they are found when their environment moves. */
export class BatchStepEnvironment1765000074000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE platform.batch_step ADD COLUMN environment_id uuid;
      COMMENT ON COLUMN platform.batch_step.environment_id IS 'Null in rows of earlier versions.';`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE platform.batch_step DROP COLUMN environment_id');
  }
}
