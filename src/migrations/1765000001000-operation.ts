import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates the outcomes of writes. The primary key is the fence: a second execution of a command violates it and is
 * rolled back. Every write inserts here, so the only other index is a BRIN, which costs an insert almost nothing.
 */
export class Operation1765000001000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE platform.operation (
        id             uuid        NOT NULL CONSTRAINT operation_pk PRIMARY KEY,
        environment_id uuid        NOT NULL,
        user_id        uuid        NOT NULL,
        entity         text        COLLATE "C",
        operation      text        NOT NULL COLLATE "C"
          CONSTRAINT operation_kind CHECK (operation IN ('Insert', 'Update', 'Delete', 'Upsert', 'Batch', 'Workflow')),
        status         text        NOT NULL COLLATE "C"
          CONSTRAINT operation_status CHECK (status IN ('Completed', 'Failed')),
        http_status    smallint    NOT NULL,
        record_ids     uuid[],
        result         json,
        errors         json,
        submitted_on   timestamptz NOT NULL,
        completed_on   timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      CREATE INDEX operation_completed ON platform.operation USING brin (completed_on);
      COMMENT ON TABLE platform.operation IS
        'Outcomes. Written in the statement or transaction of the write itself; read by platform/operations.';
      COMMENT ON COLUMN platform.operation.id IS 'The correlation id.';
      COMMENT ON COLUMN platform.operation.result IS
        'The Result of the answer; kept only for writes that answered 202 or had an Idempotency-Key.';
      COMMENT ON COLUMN platform.operation.errors IS 'The ErrorDetails of a failed write.';`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE platform.operation;');
  }
}
