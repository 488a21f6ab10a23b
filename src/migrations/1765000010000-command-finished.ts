import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds an index of finished commands by time, which the hub polls a few times a second to notify their submitters. */
export class CommandFinished1765000010000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('CREATE INDEX command_finished ON platform.command (finished_on) WHERE finished_on IS NOT NULL');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX platform.command_finished');
  }
}
