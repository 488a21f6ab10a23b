import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The newest token of each person by which their roles and teams were set. */
export class IssuedTokens1765000060000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE platform.issued_token (
        environment_id uuid NOT NULL
          CONSTRAINT issued_token_environment_fk REFERENCES platform.environment (id) ON DELETE CASCADE,
        person bytea NOT NULL,
        issued_at float8 NOT NULL,
        CONSTRAINT issued_token_pk PRIMARY KEY (environment_id, person)
      );
      COMMENT ON TABLE platform.issued_token IS 'Newest token of each person by which their roles and teams were set.';
      COMMENT ON COLUMN platform.issued_token.person IS 'SHA-256 of the claims iss and sub, or of what names the user.';
      COMMENT ON COLUMN platform.issued_token.issued_at IS 'Claim iat of the token, in seconds since 1970.';`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE platform.issued_token');
  }
}
