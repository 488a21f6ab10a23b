import { Column, type ColumnType, Entity, PrimaryColumn } from 'typeorm';

/** An active event-based trigger. Written and read by automation/triggers. */
@Entity({ schema: 'platform', name: 'trigger' })
export class TriggerRow {
  @PrimaryColumn({ name: 'environment_id', type: 'uuid', primaryKeyConstraintName: 'trigger_pk' })
  environmentId!: string;

  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'trigger_pk' })
  id!: string;

  /** Name of its entity. */
  @Column({ type: 'text', collation: 'C' })
  entity!: string;

  /** Operations of its event; null for all, in rows of earlier versions. */
  @Column({ type: 'text', array: true, nullable: true })
  operations!: string[] | null;

  /** Transaction that created or activated it; it fires for later transactions. */
  @Column({ name: 'active_since', type: 'xid8' as ColumnType })
  activeSince!: string;
}

/** An environment with active event-based triggers. Written and read by automation/triggers. */
@Entity({ schema: 'platform', name: 'trigger_cursor' })
export class TriggerCursorRow {
  @PrimaryColumn({ name: 'environment_id', type: 'uuid', primaryKeyConstraintName: 'trigger_cursor_pk' })
  environmentId!: string;

  /** Transaction with which the first read begins. */
  @Column({ name: 'begins_at', type: 'xid8' as ColumnType })
  beginsAt!: string;

  /** Time of that transaction. */
  @Column({ name: 'begins_on', type: 'timestamptz' })
  beginsOn!: Date;

  /** Position in the change log; null before the first read. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  cursor!: string | null;

  /** Counted attempts to go on from `attemptedAt`. A node counts its first one, and those after a failed one. */
  @Column({ type: 'smallint', default: 0 })
  attempts!: number;

  /** The cursor at that time; empty before the first read. */
  @Column({ name: 'attempted_at', type: 'text', collation: 'C', nullable: true })
  attemptedAt!: string | null;

  /** Process of a counted attempt that has not ended. */
  @Column({ type: 'uuid', nullable: true })
  node!: string | null;

  /** Until when no other process begins a counted attempt. */
  @Column({ name: 'lease_until', type: 'timestamptz', nullable: true })
  leaseUntil!: Date | null;
}
