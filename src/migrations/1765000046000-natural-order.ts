import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the collation that orders automatic numbers: digits compare as numbers, whatever their count. */
export class NaturalOrder1765000046000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE COLLATION platform.natural_order (provider = icu, locale = 'und-u-kn-true')`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP COLLATION platform.natural_order');
  }
}
