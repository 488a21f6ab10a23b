import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The newest token of each person by which their roles and teams were set. */
export class IssuedTokens1765000060000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE platform.issued_token (
        environment_id uuid NOT NULL
          CONSTRAINT issued_token_environment_fk REFERENCES platform.environment (id) ON DELETE CASCADE,
        issuer text NOT NULL,
        subject text NOT NULL,
        issued_at float8 NOT NULL,
        CONSTRAINT issued_token_pk PRIMARY KEY (environment_id, issuer, subject)
      );
      COMMENT ON TABLE platform.issued_token IS 'Newest token of each person by which their roles and teams were set.';
      COMMENT ON COLUMN platform.issued_token.issuer IS 'Claim iss of the token; empty where it has none.';
      COMMENT ON COLUMN platform.issued_token.subject IS 'Claim sub of the token, or what names the user in it.';
      COMMENT ON COLUMN platform.issued_token.issued_at IS 'Claim iat of the token, in seconds since 1970.';`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE platform.issued_token');
  }
}
