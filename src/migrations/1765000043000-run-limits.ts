import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets runs wait for records that approvals lock, and counts the bytes of their outputs. */
export class RunLimits1765000043000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE platform.run ADD COLUMN waits_on uuid[], ADD COLUMN output_bytes bigint NOT NULL DEFAULT 0;
      COMMENT ON COLUMN platform.run.waits_on IS
        'Locked records whose release wakes the run; empty for any. Null while it waits for none.';
      COMMENT ON COLUMN platform.run.output_bytes IS 'Bytes of the outputs that its steps have stored, as JSON text.';`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE platform.run DROP COLUMN waits_on, DROP COLUMN output_bytes');
  }
}
