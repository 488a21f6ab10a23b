import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets readers of the log go through a long stretch of it in slices of positions; a BRIN costs writes next to nothing. */
export class ChangePosition1765000008000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE INDEX change_by_position ON platform.change USING brin (position) WITH (autosummarize = on);
      ALTER INDEX platform.change_default_position_idx RENAME TO change_default_position;`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX platform.change_by_position;');
  }
}
