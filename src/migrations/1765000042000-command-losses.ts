import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts how often a process ended while it had an accepted write, so that such a write ends after a few attempts. */
export class CommandLosses1765000042000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE platform.command
        ADD COLUMN losses smallint NOT NULL DEFAULT 0,
        ADD COLUMN is_released boolean NOT NULL DEFAULT false;
      COMMENT ON COLUMN platform.command.losses IS 'Attempts that ended without a result, as those of a process that died.';
      COMMENT ON COLUMN platform.command.is_released IS 'Its node gave it back for another attempt, so that taking it counts no loss.';`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE platform.command DROP COLUMN losses, DROP COLUMN is_released');
  }
}
