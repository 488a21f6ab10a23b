import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates what the matcher of triggers keeps: when triggers came into force, and how far it has read the change log. */
export class Trigger1765000025000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE platform.trigger (
        environment_id uuid NOT NULL,
        id             uuid NOT NULL,
        entity         text NOT NULL COLLATE "C",
        active_since   xid8 NOT NULL,
        CONSTRAINT trigger_pk PRIMARY KEY (environment_id, id)
      );
      COMMENT ON TABLE platform.trigger IS 'Active event-based triggers. Written and read by modules/triggers.';
      COMMENT ON COLUMN platform.trigger.active_since IS
        'Transaction that created or activated it; it fires for later transactions.';

      CREATE TABLE platform.trigger_cursor (
        environment_id uuid        NOT NULL CONSTRAINT trigger_cursor_pk PRIMARY KEY,
        begins_at      xid8        NOT NULL,
        begins_on      timestamptz NOT NULL,
        cursor         text        COLLATE "C"
      );
      COMMENT ON TABLE platform.trigger_cursor IS
        'Environments with active event-based triggers. Written and read by modules/triggers.';
      COMMENT ON COLUMN platform.trigger_cursor.begins_at IS 'Transaction with which the first read begins.';
      COMMENT ON COLUMN platform.trigger_cursor.begins_on IS 'Time of that transaction.';
      COMMENT ON COLUMN platform.trigger_cursor.cursor IS 'Position in the change log; null before the first read.';`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE platform.trigger, platform.trigger_cursor');
  }
}
