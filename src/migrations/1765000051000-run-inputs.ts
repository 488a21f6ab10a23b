import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts the bytes of the inputs of runs in the queue, so that their sum is bounded without reading the runs. */
export class RunInputs1765000051000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE platform.run ADD COLUMN input_bytes bigint NOT NULL DEFAULT 0;
      COMMENT ON COLUMN platform.run.input_bytes IS 'Bytes of its input, as JSON text.';`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE platform.run DROP COLUMN input_bytes');
  }
}
