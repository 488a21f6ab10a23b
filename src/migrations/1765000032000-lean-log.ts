import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Stores the values of a created record without names and without what other columns have, and makes the index by
 * record smaller: record Ids are unique without environment and entity.
 */
export class LeanLog1765000032000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE platform.record_shape (
        id             integer GENERATED ALWAYS AS IDENTITY CONSTRAINT record_shape_pk PRIMARY KEY,
        environment_id uuid    NOT NULL,
        entity         text    NOT NULL COLLATE "C",
        members        text    NOT NULL COLLATE "C"
      );
      CREATE UNIQUE INDEX record_shape_members ON platform.record_shape (environment_id, entity, md5(members));
      COMMENT ON TABLE platform.record_shape IS
        'Orders of fields in which the change log has the values of created records. Rows never change.';
      COMMENT ON COLUMN platform.record_shape.members IS 'Names of the fields, separated by commas.';

      ALTER TABLE platform.change ADD COLUMN shape integer, ADD COLUMN created json;
      COMMENT ON COLUMN platform.change.shape IS
        'Names of the values in created (platform.record_shape); null where old and new have the values.';
      COMMENT ON COLUMN platform.change.created IS 'Values of a created record as an array.';
      COMMENT ON COLUMN platform.change.owner_after IS 'With a shape, null is the user who has made the change.';

      DROP INDEX platform.change_record;
      CREATE INDEX change_record ON platform.change (record_id, position);
      ALTER INDEX platform.change_default_record_id_position_idx RENAME TO change_default_record;`);
  }

  /** @throws {Error} of PostgreSQL while the log has changes whose values have no names */
  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DO $$ BEGIN
        IF EXISTS (SELECT FROM platform.change WHERE shape IS NOT NULL) THEN
          RAISE EXCEPTION 'The change log has values without names, which older versions cannot read.';
        END IF;
      END $$;
      DROP INDEX platform.change_record;
      CREATE INDEX change_record ON platform.change (environment_id, entity, record_id, position);
      ALTER INDEX platform.change_default_environment_id_entity_record_id_position_idx RENAME TO change_default_record;
      ALTER TABLE platform.change DROP COLUMN shape, DROP COLUMN created;
      DROP TABLE platform.record_shape;`);
  }
}
