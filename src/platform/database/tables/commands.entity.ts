import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A write that answered 202: it outlives its request and its node. Written and read by platform/operations. */
@Entity({ schema: 'platform', name: 'command' })
@Index('command_open', ['leaseUntil'], { where: 'finished_on IS NULL' })
@Index('command_key', ['keyHash'], { unique: true, where: 'finished_on IS NULL' })
@Index('command_finished', ['finishedOn'], { where: 'finished_on IS NOT NULL' })
@Index('command_submitted', { synchronize: false })
export class CommandRow {
  /** The correlation id, which is also that of its outcome. */
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'command_pk' })
  id!: string;

  @Column({ name: 'tenant_id', type: 'uuid' })
  tenantId!: string;

  @Column({ name: 'app_id', type: 'uuid' })
  appId!: string;

  @Column({ name: 'environment_id', type: 'uuid' })
  environmentId!: string;

  @Column({ name: 'user_id', type: 'uuid' })
  userId!: string;

  @Column({ type: 'text', collation: 'C' })
  route!: string;

  @Column({ type: 'text', collation: 'C' })
  operation!: string;

  @Column({ type: 'text', collation: 'C', nullable: true })
  entity!: string | null;

  /** The body of the request; null once the command is finished. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  body!: string | null;

  @Column({ type: 'json' })
  preferences!: object;

  /** The Id that the 202 of an insert named. */
  @Column({ name: 'record_id', type: 'uuid', nullable: true })
  recordId!: string | null;

  @Column({ name: 'key_hash', type: 'text', collation: 'C', nullable: true })
  keyHash!: string | null;

  @Column({ name: 'body_hash', type: 'text', collation: 'C', nullable: true })
  bodyHash!: string | null;

  /** The process that runs it, or the last that did. */
  @Column({ type: 'uuid' })
  node!: string;

  @Column({ type: 'smallint', default: 1 })
  attempt!: number;

  @Column({ name: 'lease_until', type: 'timestamptz' })
  leaseUntil!: Date;

  @Column({ name: 'submitted_on', type: 'timestamptz' })
  submittedOn!: Date;

  @Column({ name: 'finished_on', type: 'timestamptz', nullable: true })
  finishedOn!: Date | null;

  /** False while the request waits for the run that it started. */
  @Column({ name: 'is_accepted', type: 'boolean', default: true })
  isAccepted!: boolean;

  /** Attempts that ended without a result, as those of a process that died. */
  @Column({ type: 'smallint', default: 0 })
  losses!: number;

  /** Its node gave it back for another attempt, so that taking it counts no loss. */
  @Column({ name: 'is_released', type: 'boolean', default: false })
  isReleased!: boolean;
}
