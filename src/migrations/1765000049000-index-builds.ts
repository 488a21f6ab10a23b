import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts the attempts to make an index, so that one that cannot be made ends as Failed. */
export class IndexBuilds1765000049000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE platform.index_build (
        environment_id uuid        NOT NULL,
        name           text        NOT NULL COLLATE "C",
        digest         text        NOT NULL COLLATE "C",
        definitions    uuid[]      NOT NULL,
        attempts       smallint    NOT NULL,
        error          text,
        retry_at       timestamptz NOT NULL,
        CONSTRAINT index_build_pk PRIMARY KEY (environment_id, name)
      );
      COMMENT ON TABLE platform.index_build IS
        'Attempts to make indexes that are not there yet. Written and read by modules/indexes.';
      COMMENT ON COLUMN platform.index_build.digest IS 'Of its statements: other ones begin with no attempts.';
      COMMENT ON COLUMN platform.index_build.definitions IS 'Ids of its definitions: a change of one begins with no attempts.';
      COMMENT ON COLUMN platform.index_build.attempts IS 'Counted before each of them.';
      COMMENT ON COLUMN platform.index_build.error IS 'Why the last one failed; null where its process ended.';
      COMMENT ON COLUMN platform.index_build.retry_at IS 'Time before which there is no further attempt.';`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE platform.index_build');
  }
}
