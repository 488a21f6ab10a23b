import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates what the clock starts: the next due times of triggers and of approval tasks, and the times that have fired. */
export class Schedule1765000026000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE platform.schedule (
        environment_id uuid NOT NULL,
        id             uuid NOT NULL,
        kind           text NOT NULL COLLATE "C"
          CONSTRAINT schedule_kind CHECK (kind IN ('Scheduled', 'DateBased', 'ApprovalTasks')),
        rule           text NOT NULL COLLATE "C",
        next_due_at    timestamptz,
        last_record_id uuid,
        CONSTRAINT schedule_pk PRIMARY KEY (environment_id, id)
      );
      CREATE INDEX schedule_due ON platform.schedule (next_due_at);
      COMMENT ON TABLE platform.schedule IS
        'Active scheduled and date-based triggers, and for each environment its approval tasks. Written and read by '
        'modules/schedules and modules/overdue.';
      COMMENT ON COLUMN platform.schedule.id IS 'The Id of the trigger; that of the environment for approval tasks.';
      COMMENT ON COLUMN platform.schedule.rule IS 'What its due times depend on.';
      COMMENT ON COLUMN platform.schedule.next_due_at IS
        'First due time that is not settled, by the clock of the database; null when there is none.';
      COMMENT ON COLUMN platform.schedule.last_record_id IS
        'Last record that was judged for the next due time of a date-based trigger; null before the first.';

      CREATE TABLE platform.fire_time (
        environment_id uuid        NOT NULL,
        trigger_id     uuid        NOT NULL,
        due_at         timestamptz NOT NULL,
        CONSTRAINT fire_time_pk PRIMARY KEY (environment_id, trigger_id, due_at)
      );
      CREATE INDEX fire_time_due ON platform.fire_time (due_at);
      COMMENT ON TABLE platform.fire_time IS
        'Due times that have fired. The primary key prevents a second firing. Written and read by modules/schedules.';`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE platform.schedule, platform.fire_time');
  }
}
