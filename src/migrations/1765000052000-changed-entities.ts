import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Notes about which entities definitions were changed, so that writes of others go on (decision 0389). */
export class ChangedEntities1765000052000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE platform.environment ADD COLUMN traced_version bigint;
      COMMENT ON COLUMN platform.environment.traced_version IS
        'definitions_version of the last change that platform.changed_entity has; another one: it lacks changes.';
      CREATE TABLE platform.changed_entity (
        environment_id uuid NOT NULL
          CONSTRAINT changed_entity_environment_fk REFERENCES platform.environment ON DELETE CASCADE,
        name text COLLATE "C" NOT NULL,
        version bigint NOT NULL,
        CONSTRAINT changed_entity_pk PRIMARY KEY (environment_id, name)
      );
      COMMENT ON TABLE platform.changed_entity IS
        'Last change of definitions that are about an entity. The empty name: about any.';`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE platform.changed_entity;
      ALTER TABLE platform.environment DROP COLUMN traced_version`);
  }
}
