import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Greatest value of PostgreSQL's int4, 2^31 - 1. */
const MAX_INT4 = 2_147_483_647;
const MB = 2 ** 20;
/** Limits in megabytes, each with an aggregate. */
const LIMITS_MB = [2, 8, 16] as const;

/**
 * Creates aggregates that add up sizes and fail as soon as the sum exceeds a limit (decision 0135). The sum starts that
 * far below the greatest int4, so that PostgreSQL's own addition overflows (22003) and the statement stops at once.
 * Unlike a running sum by a window function, this costs no measurable time. Another aggregate keeps the first of its
 * texts.
 */
export class AnswerLimits1765000023000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const megabytes of LIMITS_MB) {
      await db.query(`
        CREATE AGGREGATE platform.within_${megabytes}_mb(int4) (
          SFUNC = pg_catalog.int4pl, STYPE = int4, INITCOND = '${MAX_INT4 - megabytes * MB}', PARALLEL = SAFE);
        COMMENT ON AGGREGATE platform.within_${megabytes}_mb(int4) IS
          'Fails with 22003 when the sum exceeds ${megabytes} MB.';`);
    }
    await db.query(`
      CREATE FUNCTION platform.first_of(text, text) RETURNS text
        LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN $1;
      CREATE AGGREGATE platform.first_text(text) (SFUNC = platform.first_of, STYPE = text, PARALLEL = SAFE);
      COMMENT ON AGGREGATE platform.first_text(text) IS
        'The first text in the order of the aggregate; array_agg would hold all of them in memory.';`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP AGGREGATE platform.first_text(text); DROP FUNCTION platform.first_of(text, text)');
    for (const megabytes of LIMITS_MB) await db.query(`DROP AGGREGATE platform.within_${megabytes}_mb(int4)`);
  }
}
