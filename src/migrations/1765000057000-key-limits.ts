import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets routines name the key of their caller, and nodes say that they know the limits of keys (decision 0393). */
export class KeyLimits1765000057000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE platform.object_call ADD COLUMN key_id uuid;
      COMMENT ON COLUMN platform.object_call.key_id IS 'Key by which the caller signed in; null for a token.';
      ALTER TABLE platform.node ADD COLUMN knows_keys boolean NOT NULL DEFAULT false;
      COMMENT ON COLUMN platform.node.knows_keys IS 'False for nodes of versions that ignore the limits of keys.';`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE platform.object_call DROP COLUMN key_id;
      ALTER TABLE platform.node DROP COLUMN knows_keys;`);
  }
}
