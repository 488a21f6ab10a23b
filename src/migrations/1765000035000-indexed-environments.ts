import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets nodes find the environments whose indexes are to be looked at by one statement. */
export class IndexedEnvironments1765000035000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE platform.environment ADD indexed_by text COLLATE "C", ADD indexed_version bigint;
      COMMENT ON COLUMN platform.environment.indexed_by IS
        'Digest of the indexes of the version of the service that found nothing left to make or drop.';
      COMMENT ON COLUMN platform.environment.indexed_version IS
        'Version of the definitions then.';`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE platform.environment DROP indexed_by, DROP indexed_version');
  }
}
