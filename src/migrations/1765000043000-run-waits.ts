import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets runs wait for records that approvals lock. */
export class RunWaits1765000043000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE platform.run ADD COLUMN waits_on uuid[];
      CREATE INDEX run_waits ON platform.run (environment_id) WHERE waits_on IS NOT NULL;
      COMMENT ON COLUMN platform.run.waits_on IS
        'Locked records whose release wakes the run; empty for any. Null while it waits for none.';`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE platform.run DROP COLUMN waits_on');
  }
}
