import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates the tables for writes that outlive their request: commands that were answered 202, and idempotency keys of
 * finished writes. The lease of a command tells which node runs it; the key of `platform.operation` ensures that it
 * takes effect once.
 */
export class Command1765000009000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE platform.operation ADD COLUMN record_affected integer, ADD COLUMN log json;
      COMMENT ON COLUMN platform.operation.record_affected IS 'Kept with the result.';
      COMMENT ON COLUMN platform.operation.log IS 'The Log of the answer; kept with the result.';

      CREATE TABLE platform.command (
        id             uuid        NOT NULL CONSTRAINT command_pk PRIMARY KEY,
        tenant_id      uuid        NOT NULL,
        app_id         uuid        NOT NULL,
        environment_id uuid        NOT NULL,
        user_id        uuid        NOT NULL,
        route          text        NOT NULL COLLATE "C",
        operation      text        NOT NULL COLLATE "C",
        entity         text        COLLATE "C",
        body           text        COLLATE "C",
        preferences    json        NOT NULL,
        record_id      uuid,
        key_hash       text        COLLATE "C",
        body_hash      text        COLLATE "C",
        node           uuid        NOT NULL,
        attempt        smallint    NOT NULL DEFAULT 1,
        lease_until    timestamptz NOT NULL,
        submitted_on   timestamptz NOT NULL,
        finished_on    timestamptz
      );
      CREATE INDEX command_open ON platform.command (lease_until) WHERE finished_on IS NULL;
      CREATE UNIQUE INDEX command_key ON platform.command (key_hash) WHERE finished_on IS NULL;
      CREATE INDEX command_submitted ON platform.command USING brin (submitted_on);
      COMMENT ON TABLE platform.command IS 'Writes that answered 202. Written and read by platform/operations.';
      COMMENT ON COLUMN platform.command.id IS 'The correlation id, which is also that of its outcome.';
      COMMENT ON COLUMN platform.command.body IS 'The request''s body; null when it is finished.';
      COMMENT ON COLUMN platform.command.record_id IS 'The Id that the 202 of an insert told.';
      COMMENT ON COLUMN platform.command.node IS 'The process that runs it, or the last that did.';

      CREATE TABLE platform.idempotency (
        hash         text        NOT NULL COLLATE "C" CONSTRAINT idempotency_pk PRIMARY KEY,
        operation_id uuid        NOT NULL,
        body_hash    text        NOT NULL COLLATE "C",
        expires_on   timestamptz NOT NULL
      );
      CREATE INDEX idempotency_expires ON platform.idempotency (expires_on);
      COMMENT ON TABLE platform.idempotency IS
        'Idempotency keys. Written in the transaction of the write itself; read by platform/operations.';`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE platform.idempotency, platform.command;
      ALTER TABLE platform.operation DROP COLUMN record_affected, DROP COLUMN log;`);
  }
}
