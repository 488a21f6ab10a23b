import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the indexes of the audit log to the default partition, which is empty. Those of days follow beside writes, made by
 * platform/changes.
 */
export class AuditIndexes1765000034000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE INDEX change_default_time ON platform.change_default (uuid_hash(environment_id), occurred_at);
      CREATE INDEX change_default_entity ON platform.change_default (uuid_hash(environment_id), entity, occurred_at);
      CREATE INDEX change_default_user ON platform.change_default
        (NULLIF(user_id, '00000000-0000-0000-0000-000000000000'::uuid), occurred_at);`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DO $$ DECLARE name text; BEGIN
        FOR name IN
          SELECT relname FROM pg_class
          WHERE relnamespace = 'platform'::regnamespace AND relkind = 'i'
            AND relname ~ '^change_(default|\\d{8})_(time|entity|user)$'
        LOOP
          EXECUTE format('DROP INDEX platform.%I', name);
        END LOOP;
      END $$;`);
  }
}
