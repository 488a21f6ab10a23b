import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates what runs keep of the outside: their files in parts, and the messages that were sent. */
export class RunFile1765000027000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE platform.run_file (
        id             uuid        NOT NULL CONSTRAINT run_file_pk PRIMARY KEY,
        environment_id uuid        NOT NULL,
        run_id         uuid        NOT NULL,
        position       bigint      NOT NULL GENERATED ALWAYS AS IDENTITY,
        path           text        COLLATE "C" NOT NULL,
        iterations     integer[]   NOT NULL,
        is_zip         boolean     NOT NULL,
        name           text        COLLATE "C" NOT NULL,
        size           bigint      NOT NULL DEFAULT 0,
        ended_on       timestamptz
      );
      CREATE INDEX run_file_run ON platform.run_file (run_id, position);
      CREATE INDEX run_file_ended ON platform.run_file (ended_on);
      COMMENT ON TABLE platform.run_file IS 'Files of runs. Written and read by modules/run-files.';
      COMMENT ON COLUMN platform.run_file.id IS 'Id of the step that made it.';
      COMMENT ON COLUMN platform.run_file.position IS 'The last zip of a run has the highest one.';
      COMMENT ON COLUMN platform.run_file.path IS 'Place of the action in its workflow.';
      COMMENT ON COLUMN platform.run_file.iterations IS 'Iteration of each ForEach around the step, from the outside in.';
      COMMENT ON COLUMN platform.run_file.ended_on IS 'When the run was found to have ended; its retention counts from here.';

      CREATE TABLE platform.run_file_part (
        file_id  uuid    NOT NULL,
        position integer NOT NULL,
        content  bytea   NOT NULL,
        CONSTRAINT run_file_part_pk PRIMARY KEY (file_id, position)
      );
      ALTER TABLE platform.run_file_part ALTER COLUMN content SET STORAGE EXTERNAL;
      COMMENT ON TABLE platform.run_file_part IS 'Content of files of runs. Written and read by modules/run-files.';

      CREATE TABLE platform.sent_mail (
        step_id uuid        NOT NULL,
        user_id uuid        NOT NULL,
        sent_on timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT sent_mail_pk PRIMARY KEY (step_id, user_id)
      );
      CREATE INDEX sent_mail_sent ON platform.sent_mail (sent_on);
      COMMENT ON TABLE platform.sent_mail IS
        'Messages that the mail server has accepted, so that another try leaves them out. Written and read by modules/deliveries.';`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE platform.run_file_part, platform.run_file, platform.sent_mail');
  }
}
