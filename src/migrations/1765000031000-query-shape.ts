import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the figures of slow queries. */
export class QueryShape1765000031000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE platform.query_shape (
        environment_id uuid             NOT NULL,
        hash           text             NOT NULL COLLATE "C",
        entity         text             NOT NULL COLLATE "C",
        shape          text             NOT NULL COLLATE "C",
        calls          bigint           NOT NULL,
        total_ms       double precision NOT NULL,
        max_ms         double precision NOT NULL,
        durations      bigint[]         NOT NULL,
        rows_read      bigint,
        rows_answered  bigint,
        proposed       json,
        hints          text[],
        noted_at       timestamptz      NOT NULL DEFAULT now(),
        CONSTRAINT query_shape_pk PRIMARY KEY (environment_id, hash)
      );
      COMMENT ON TABLE platform.query_shape IS
        'Figures of queries that were slow, by their shape, without values. Written and read by modules/query-advice.';
      COMMENT ON COLUMN platform.query_shape.hash IS
        'Hash of entity, shape and indexes of the entity: another index begins new figures.';
      COMMENT ON COLUMN platform.query_shape.durations IS 'Calls in each range of core/advice/durations.';
      COMMENT ON COLUMN platform.query_shape.rows_read IS 'Rows of tables that one measured call read; null if unknown.';
      COMMENT ON COLUMN platform.query_shape.proposed IS 'Fields of the index that would help: name and descending.';`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE platform.query_shape');
  }
}
