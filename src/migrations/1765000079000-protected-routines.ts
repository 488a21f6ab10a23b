import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Notes the rights of the logins of routines that read protected fields (decision 0456). */
export class ProtectedRoutines1765000079000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE platform.object_access
        DROP CONSTRAINT object_access_kind,
        ADD CONSTRAINT object_access_kind CHECK (kind IN ('reads', 'writes', 'reads protected', 'writes protected'))`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DELETE FROM platform.object_access WHERE kind LIKE '% protected';
      ALTER TABLE platform.object_access
        DROP CONSTRAINT object_access_kind,
        ADD CONSTRAINT object_access_kind CHECK (kind IN ('reads', 'writes'))`);
  }
}
