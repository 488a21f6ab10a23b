import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the key that signs the claims of sessions with tenants' code, and stores the claims with their calls. */
export class RoutineCall1765000021000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE platform.routine_key (key bytea NOT NULL CONSTRAINT routine_key_length CHECK (length(key) = 64));
      CREATE UNIQUE INDEX routine_key_single ON platform.routine_key ((true));
      INSERT INTO platform.routine_key (key)
        SELECT sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
          || sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
      COMMENT ON TABLE platform.routine_key IS
        'One row, a secret: signs the claims of calls, and makes names and passwords of the login roles of '
        'routines. Read by platform/database and by the functions callBegin.';

      CREATE TABLE platform.ring (channel text NOT NULL COLLATE "C");
      CREATE UNIQUE INDEX ring_single ON platform.ring ((true));
      INSERT INTO platform.ring (channel) VALUES ('ring_' || replace(gen_random_uuid()::text, '-', ''));
      COMMENT ON TABLE platform.ring IS
        'One row: the channel of LISTEN and NOTIFY on which nodes wake each other. Everybody may NOTIFY, so nobody else knows it.';

      ALTER TABLE platform.object_call ADD COLUMN follow text NOT NULL COLLATE "C", ADD COLUMN args json NOT NULL;
      COMMENT ON COLUMN platform.object_call.follow IS 'The version of callFollow that the args are for.';
      COMMENT ON COLUMN platform.object_call.args IS 'Values of the statements of callFollow, an array per step.';`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE platform.routine_key, platform.ring;
      ALTER TABLE platform.object_call DROP COLUMN follow, DROP COLUMN args;`);
  }
}
