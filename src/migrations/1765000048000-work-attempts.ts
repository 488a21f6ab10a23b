import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts the attempts to match changes and to do what is due, so that work that cannot succeed ends. */
export class WorkAttempts1765000048000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE platform.trigger_cursor
        ADD COLUMN attempts smallint NOT NULL DEFAULT 0,
        ADD COLUMN attempted_at text COLLATE "C",
        ADD COLUMN node uuid,
        ADD COLUMN lease_until timestamptz;
      COMMENT ON COLUMN platform.trigger_cursor.attempts IS
        'Counted attempts to go on from the place attempted_at. A node counts its first one, and those after a failed one.';
      COMMENT ON COLUMN platform.trigger_cursor.attempted_at IS 'The cursor at that time; empty before the first read.';
      COMMENT ON COLUMN platform.trigger_cursor.node IS 'Process of a counted attempt that has not ended.';
      COMMENT ON COLUMN platform.trigger_cursor.lease_until IS 'Until when no other process begins a counted attempt.';

      ALTER TABLE platform.schedule
        ADD COLUMN attempts smallint NOT NULL DEFAULT 0,
        ADD COLUMN lease_until timestamptz;
      COMMENT ON COLUMN platform.schedule.attempts IS
        'Attempts for the next due time: counted when it is taken, 0 when one has succeeded.';
      COMMENT ON COLUMN platform.schedule.lease_until IS 'Until when no other process takes it.';`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE platform.trigger_cursor
        DROP COLUMN attempts, DROP COLUMN attempted_at, DROP COLUMN node, DROP COLUMN lease_until;
      ALTER TABLE platform.schedule DROP COLUMN attempts, DROP COLUMN lease_until;`);
  }
}
