import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets an environment move to another cell (docs/cells.md). Replaces table `shard`, which no node has read. */
export class EnvironmentState1765000072000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE platform.environment
        DROP COLUMN shard_id,
        ADD COLUMN state text COLLATE "C" NOT NULL DEFAULT 'Active'
          CONSTRAINT environment_state CHECK (state IN ('Active', 'Draining', 'Copying', 'Frozen', 'Moved')),
        ADD COLUMN cell text COLLATE "C";
      DROP TABLE platform.shard;
      COMMENT ON COLUMN platform.environment.state IS
        'Active; Draining: work without a call stands still; Copying: not complete; Frozen: refuses writes; Moved: in another cell.';
      COMMENT ON COLUMN platform.environment.cell IS 'Name of the cell to which it has moved; null: it has not.';`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE platform.shard (
        id   uuid NOT NULL CONSTRAINT shard_pk PRIMARY KEY,
        name text COLLATE "C" NOT NULL,
        url  text
      );
      CREATE UNIQUE INDEX shard_name_unique ON platform.shard (lower(name));
      INSERT INTO platform.shard (id, name) VALUES ('00000000-0000-0000-0000-000000000001', 'main');
      ALTER TABLE platform.environment
        DROP COLUMN state,
        DROP COLUMN cell,
        ADD COLUMN shard_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000001'
          CONSTRAINT environment_shard_fk REFERENCES platform.shard`);
  }
}
