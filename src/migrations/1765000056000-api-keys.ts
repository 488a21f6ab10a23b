import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Secrets of keys by their hashes: a key names its environment (decision 0392). */
export class ApiKeys1765000056000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE platform.api_key (
        hash bytea NOT NULL CONSTRAINT api_key_pk PRIMARY KEY,
        environment_id uuid NOT NULL
          CONSTRAINT api_key_environment_fk REFERENCES platform.environment ON DELETE CASCADE,
        key_id uuid NOT NULL
      );
      CREATE INDEX api_key_environment ON platform.api_key (environment_id);
      COMMENT ON TABLE platform.api_key IS 'Keys by the SHA-256 of their secrets, which are stored nowhere.';
      COMMENT ON COLUMN platform.api_key.key_id IS 'Id of the ApiKey record in the environment.';`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE platform.api_key');
  }
}
