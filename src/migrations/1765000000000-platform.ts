import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates tenants, their apps and environments, with the database and schema of each environment. */
export class Platform1765000000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE SCHEMA IF NOT EXISTS platform;
      COMMENT ON SCHEMA platform IS 'The service''s own tables, shared by all environments of this database.';

      CREATE TABLE platform.tenant (
        id    uuid NOT NULL CONSTRAINT tenant_pk PRIMARY KEY,
        name  text NOT NULL COLLATE "C" CONSTRAINT tenant_name_format CHECK (name ~ '^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$'),
        label text NOT NULL DEFAULT ''
      );
      CREATE UNIQUE INDEX tenant_name_unique ON platform.tenant (lower(name));
      COMMENT ON TABLE platform.tenant IS 'Written when environments are created; read by platform/catalogue.';

      CREATE TABLE platform.app (
        id        uuid NOT NULL CONSTRAINT app_pk PRIMARY KEY,
        tenant_id uuid NOT NULL CONSTRAINT app_tenant_fk REFERENCES platform.tenant,
        name      text NOT NULL COLLATE "C" CONSTRAINT app_name_format CHECK (name ~ '^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$')
      );
      CREATE UNIQUE INDEX app_name_unique ON platform.app (tenant_id, lower(name));
      COMMENT ON TABLE platform.app IS 'Written when environments are created; read by platform/catalogue.';

      CREATE TABLE platform.shard (
        id   uuid NOT NULL CONSTRAINT shard_pk PRIMARY KEY,
        name text NOT NULL COLLATE "C",
        url  text
      );
      CREATE UNIQUE INDEX shard_name_unique ON platform.shard (lower(name));
      INSERT INTO platform.shard (id, name) VALUES ('00000000-0000-0000-0000-000000000001', 'main');
      COMMENT ON TABLE platform.shard IS 'Databases that hold environments; written by operators, read by platform/catalogue.';
      COMMENT ON COLUMN platform.shard.url IS 'Null: this database.';

      CREATE TABLE platform.environment (
        id                  uuid   NOT NULL CONSTRAINT environment_pk PRIMARY KEY,
        app_id              uuid   NOT NULL CONSTRAINT environment_app_fk REFERENCES platform.app,
        name                text   NOT NULL COLLATE "C"
          CONSTRAINT environment_name_format CHECK (name ~ '^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$'),
        schema_name         text   NOT NULL COLLATE "C" CONSTRAINT environment_schema_unique UNIQUE,
        shard_id            uuid   NOT NULL DEFAULT '00000000-0000-0000-0000-000000000001'
          CONSTRAINT environment_shard_fk REFERENCES platform.shard,
        settings            jsonb  NOT NULL DEFAULT '{}',
        definitions_version bigint NOT NULL DEFAULT 1,
        principals_version  bigint NOT NULL DEFAULT 1
      );
      CREATE UNIQUE INDEX environment_name_unique ON platform.environment (app_id, lower(name));
      COMMENT ON TABLE platform.environment IS 'Written by modules/definitions; read by platform/catalogue.';
      COMMENT ON COLUMN platform.environment.definitions_version IS
        'Counted up in the transaction of every change of a definition, role or scope.';
      COMMENT ON COLUMN platform.environment.principals_version IS
        'Counted up in the transaction of every change of a user, or of the roles or teams of one.';`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE platform.environment, platform.shard, platform.app, platform.tenant;
      DROP TABLE IF EXISTS platform.lock_set_up, platform.lock_upkeep, platform.lock_partitions;
      DROP SCHEMA platform;`);
  }
}
