import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the queue of workflow runs. The runs themselves are records of their environment. */
export class Run1765000024000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE platform.run (
        id             uuid        NOT NULL CONSTRAINT run_pk PRIMARY KEY,
        environment_id uuid        NOT NULL,
        order_key      text        COLLATE "C",
        position       bigint      NOT NULL GENERATED ALWAYS AS IDENTITY,
        due_at         timestamptz NOT NULL DEFAULT now(),
        attempt        integer     NOT NULL DEFAULT 0,
        tries          integer     NOT NULL DEFAULT 0,
        node           uuid,
        begun_at       timestamptz,
        version        uuid,
        progress       text        COLLATE "C",
        only_step      text        COLLATE "C",
        is_cancelled   boolean     NOT NULL DEFAULT false
      ) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);
      CREATE INDEX run_due ON platform.run (environment_id, due_at, position);
      CREATE INDEX run_order ON platform.run (environment_id, order_key, position) WHERE order_key IS NOT NULL;
      COMMENT ON TABLE platform.run IS 'Runs that have not ended. Written and read by modules/runs.';
      COMMENT ON COLUMN platform.run.id IS 'The Id of the WorkflowRun.';
      COMMENT ON COLUMN platform.run.order_key IS 'Runs of one key are executed one after the other, by position.';
      COMMENT ON COLUMN platform.run.due_at IS
        'Time of the next try; of a claimed run the end of its lease; infinity behind another run of its order key.';
      COMMENT ON COLUMN platform.run.attempt IS 'Counted when a node claims the run; a node with an older count has lost it.';
      COMMENT ON COLUMN platform.run.tries IS 'Claims since the last completed step.';
      COMMENT ON COLUMN platform.run.node IS 'Process that executes the run.';
      COMMENT ON COLUMN platform.run.begun_at IS 'First claim, from which the time limit counts.';
      COMMENT ON COLUMN platform.run.version IS 'The actions it began with, in workflow_version.';
      COMMENT ON COLUMN platform.run.progress IS 'Last completed step: path and iterations.';
      COMMENT ON COLUMN platform.run.only_step IS 'The only step to repeat.';

      CREATE TABLE platform.workflow_version (
        id             uuid        NOT NULL CONSTRAINT workflow_version_pk PRIMARY KEY,
        environment_id uuid        NOT NULL,
        body           text        COLLATE "C" NOT NULL,
        used_on        timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX workflow_version_used ON platform.workflow_version (used_on);
      COMMENT ON TABLE platform.workflow_version IS 'Actions of workflows as runs began with them. Written and read by modules/runs.';

      ALTER TABLE platform.command ADD COLUMN is_accepted boolean NOT NULL DEFAULT true;
      COMMENT ON COLUMN platform.command.is_accepted IS 'False while the request waits for the run that it started.';`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE platform.command DROP COLUMN is_accepted;
      DROP TABLE platform.workflow_version;
      DROP TABLE platform.run`);
  }
}
