import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates the change log: the only source of events and the audit log, which readers tail by snapshots. Every write
 * inserts here, so it has no primary key, no foreign keys and two indexes.
 */
export class Change1765000002000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE SEQUENCE platform.change_position AS bigint CACHE 1;

      CREATE TABLE platform.change (
        xid                   xid8        NOT NULL DEFAULT pg_current_xact_id(),
        position              bigint      NOT NULL DEFAULT nextval('platform.change_position'),
        occurred_at           timestamptz NOT NULL,
        environment_id        uuid        NOT NULL,
        entity                text        NOT NULL COLLATE "C",
        operation             text        NOT NULL COLLATE "C"
          CONSTRAINT change_operation CHECK (operation IN ('Create', 'Update', 'Delete')),
        record_id             uuid        NOT NULL,
        record_information_id uuid        NOT NULL,
        row_version           bigint      NOT NULL,
        old                   json,
        new                   json,
        owner_before          uuid,
        owner_after           uuid,
        team_before           uuid,
        team_after            uuid,
        user_id               uuid        NOT NULL,
        correlation_id        uuid        NOT NULL,
        source                text        COLLATE "C"
      ) PARTITION BY RANGE (occurred_at);
      CREATE INDEX change_xid ON platform.change (xid);
      CREATE INDEX change_record ON platform.change (environment_id, entity, record_id, position);
      COMMENT ON TABLE platform.change IS
        'One row per changed record, in daily partitions (UTC) that platform/changes makes ahead. Written in '
        'the statement or transaction of the write itself; read by the readers of platform/changes and as '
        'AuditEntry.';
      COMMENT ON COLUMN platform.change.position IS
        'Orders the changes of one record; taken after the row lock, while xid is taken before it.';
      COMMENT ON COLUMN platform.change.old IS 'Values of the changed fields before; null for Create.';
      COMMENT ON COLUMN platform.change.new IS 'Values of the changed fields after; null for Delete.';
      COMMENT ON COLUMN platform.change.source IS 'What made the change if not the user himself, such as a workflow.';

      CREATE TABLE platform.change_default PARTITION OF platform.change DEFAULT;
      ALTER INDEX platform.change_default_xid_idx RENAME TO change_default_xid;
      ALTER INDEX platform.change_default_environment_id_entity_record_id_position_idx RENAME TO change_default_record;
      COMMENT ON TABLE platform.change_default IS 'Catches changes of days without a partition; empty otherwise.';

      CREATE TABLE platform.log (id uuid NOT NULL CONSTRAINT log_pk PRIMARY KEY);
      CREATE UNIQUE INDEX log_single ON platform.log ((true));
      INSERT INTO platform.log (id) VALUES (gen_random_uuid());
      COMMENT ON TABLE platform.log IS
        'One row: the id of the change log, part of every cursor. Operators change it after a restore; read by platform/changes.';`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE platform.log;
      DROP TABLE platform.change;
      DROP SEQUENCE platform.change_position;`);
  }
}
