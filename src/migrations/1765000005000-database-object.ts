import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the tables for calls of database objects: granted access, and the caller of each transaction. */
export class DatabaseObject1765000005000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE platform.object_access (
        environment_id uuid NOT NULL,
        kind           text NOT NULL COLLATE "C" CONSTRAINT object_access_kind CHECK (kind IN ('reads', 'writes')),
        fingerprint    text NOT NULL DEFAULT '' COLLATE "C",
        CONSTRAINT object_access_pk PRIMARY KEY (environment_id, kind)
      );
      COMMENT ON TABLE platform.object_access IS
        'What the role of an environment''s database objects may do, as it was granted last. Written by modules/database-objects.';

      CREATE UNLOGGED TABLE platform.object_call (
        xid            xid8        NOT NULL CONSTRAINT object_call_pk PRIMARY KEY,
        environment_id uuid        NOT NULL,
        user_id        uuid        NOT NULL,
        team_id        uuid,
        correlation_id uuid        NOT NULL,
        occurred_at    timestamptz NOT NULL
      );
      COMMENT ON TABLE platform.object_call IS
        'Who calls the database object of this transaction: read by the triggers that stamp and log what it '
        'writes, out of its reach. A row lives as long as its transaction.';`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE platform.object_access, platform.object_call;');
  }
}
