import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates the outcomes of steps of keyed Independent batches, which commit one by one before the key of their batch.
 * The primary key is the fence: each step takes effect once, even if several executions of the batch reach it.
 */
export class BatchStep1765000014000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE platform.batch_step (
        key_hash        text        NOT NULL COLLATE "C",
        position        smallint    NOT NULL,
        body_hash       text        NOT NULL COLLATE "C",
        result          json,
        record_affected integer,
        errors          json,
        expires_on      timestamptz NOT NULL,
        CONSTRAINT batch_step_pk PRIMARY KEY (key_hash, position)
      );
      CREATE INDEX batch_step_expires ON platform.batch_step (expires_on);
      COMMENT ON TABLE platform.batch_step IS
        'Steps of keyed Independent batches. Written in the transaction of the step itself; read by platform/operations.';
      COMMENT ON COLUMN platform.batch_step.key_hash IS 'Of the batch, as in platform.idempotency.';
      COMMENT ON COLUMN platform.batch_step.body_hash IS 'Of the batch, as in platform.idempotency.';
      COMMENT ON COLUMN platform.batch_step.errors IS 'The ErrorDetails of a refused step; null where it was carried out.';`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE platform.batch_step;');
  }
}
