import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets an environment move to another cell while it is in use (docs/cells.md#move-an-environment). SQL state DW001:
 * a write to an environment that is frozen; DW002: a change of definitions while the environment moves.
 */
export class EnvironmentMove1765000075000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE platform.environment
        DROP CONSTRAINT environment_state,
        ADD CONSTRAINT environment_state CHECK (state IN ('Active', 'Draining', 'Copying', 'Frozen', 'Moved'));
      COMMENT ON COLUMN platform.environment.state IS
        'Active; Draining: no work without a call; Copying: serves nobody; Frozen: refuses writes; Moved: to another cell.';

      CREATE TABLE platform.environment_move (
        environment_id uuid        NOT NULL CONSTRAINT environment_move_pk PRIMARY KEY,
        id             uuid        NOT NULL,
        is_target      boolean     NOT NULL,
        cell           text        COLLATE "C" NOT NULL,
        step           text        COLLATE "C" NOT NULL,
        progress       jsonb       NOT NULL DEFAULT '{}',
        begun_on       timestamptz NOT NULL DEFAULT now(),
        step_on        timestamptz NOT NULL DEFAULT now()
      );
      COMMENT ON TABLE platform.environment_move IS
        'Moves under way, in the database of the source and in that of the target.';

      CREATE TABLE platform.moved_record (
        environment_id uuid NOT NULL,
        entity         text COLLATE "C" NOT NULL,
        record_id      uuid NOT NULL
      );
      COMMENT ON TABLE platform.moved_record IS
        'Records that were written since a move has read them, in any order and more than once.';

      CREATE FUNCTION platform.refuse_write() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'The environment is frozen.' USING ERRCODE = 'DW001';
      END $$;
      REVOKE ALL ON FUNCTION platform.refuse_write() FROM PUBLIC;

      CREATE FUNCTION platform.note_records() RETURNS trigger LANGUAGE plpgsql
        SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
      BEGIN
        IF TG_OP <> 'DELETE' THEN
          INSERT INTO platform.moved_record (environment_id, entity, record_id)
          SELECT TG_ARGV[0]::uuid, TG_TABLE_NAME, n."Id" FROM new_rows n;
        ELSE
          INSERT INTO platform.moved_record (environment_id, entity, record_id)
          SELECT TG_ARGV[0]::uuid, TG_TABLE_NAME, o."Id" FROM old_rows o;
        END IF;
        RETURN NULL;
      END $$;
      REVOKE ALL ON FUNCTION platform.note_records() FROM PUBLIC;

      CREATE FUNCTION platform.keep_definitions() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF EXISTS (SELECT FROM platform.environment_move m WHERE m.environment_id = NEW.id AND NOT m.is_target) THEN
          RAISE EXCEPTION 'The environment moves.' USING ERRCODE = 'DW002';
        END IF;
        RETURN NEW;
      END $$;
      REVOKE ALL ON FUNCTION platform.keep_definitions() FROM PUBLIC;
      CREATE TRIGGER environment_keep_definitions BEFORE UPDATE OF definitions_version ON platform.environment
        FOR EACH ROW WHEN (NEW.definitions_version <> OLD.definitions_version)
        EXECUTE FUNCTION platform.keep_definitions();`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TRIGGER environment_keep_definitions ON platform.environment;
      DROP FUNCTION platform.keep_definitions();
      DROP FUNCTION platform.note_records();
      DROP FUNCTION platform.refuse_write();
      DROP TABLE platform.moved_record;
      DROP TABLE platform.environment_move;
      ALTER TABLE platform.environment
        DROP CONSTRAINT environment_state,
        ADD CONSTRAINT environment_state CHECK (state IN ('Active', 'Copying', 'Frozen', 'Moved'))`);
  }
}
