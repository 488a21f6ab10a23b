import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * An active scheduled or date-based trigger, or the approval tasks of an environment. Written and read by automation/clock
 * and approvals/overdue.
 */
@Entity({ schema: 'platform', name: 'schedule' })
@Check('schedule_kind', `kind IN ('Scheduled', 'DateBased', 'ApprovalTasks')`)
@Index('schedule_due', ['nextDueAt'])
export class ScheduleRow {
  @PrimaryColumn({ name: 'environment_id', type: 'uuid', primaryKeyConstraintName: 'schedule_pk' })
  environmentId!: string;

  /** The Id of the trigger; that of the environment for approval tasks. */
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'schedule_pk' })
  id!: string;

  @Column({ type: 'text', collation: 'C' })
  kind!: string;

  /** Rule from which its due times are computed. */
  @Column({ type: 'text', collation: 'C' })
  rule!: string;

  /** First due time that is not settled, by the clock of the database; null when there is none. */
  @Column({ name: 'next_due_at', type: 'timestamptz', nullable: true })
  nextDueAt!: Date | null;

  /** Last record that was evaluated for the next due time of a date-based trigger; null before the first. */
  @Column({ name: 'last_record_id', type: 'uuid', nullable: true })
  lastRecordId!: string | null;

  /** Attempts for the next due time: counted when it is taken, 0 when one has succeeded. */
  @Column({ type: 'smallint', default: 0 })
  attempts!: number;

  /** Until when no other process takes it. */
  @Column({ name: 'lease_until', type: 'timestamptz', nullable: true })
  leaseUntil!: Date | null;
}

/** A due time that has fired. Written and read by automation/clock. */
@Entity({ schema: 'platform', name: 'fire_time' })
@Index('fire_time_due', ['dueAt'])
export class FireTimeRow {
  @PrimaryColumn({ name: 'environment_id', type: 'uuid', primaryKeyConstraintName: 'fire_time_pk' })
  environmentId!: string;

  @PrimaryColumn({ name: 'trigger_id', type: 'uuid', primaryKeyConstraintName: 'fire_time_pk' })
  triggerId!: string;

  @PrimaryColumn({ name: 'due_at', type: 'timestamptz', primaryKeyConstraintName: 'fire_time_pk' })
  dueAt!: Date;
}
