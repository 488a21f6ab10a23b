import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets the matcher of triggers read only the operations that may fire them. */
export class TriggerOperations1765000041000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE platform.trigger ADD COLUMN operations text[];
      COMMENT ON COLUMN platform.trigger.operations IS 'Operations of its event; null for all of its entity.';`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE platform.trigger DROP COLUMN operations');
  }
}
