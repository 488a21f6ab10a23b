import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

// TypeORM makes indexes on several columns again unless it knows the comments of these.
const POSITION = 'The last zip of a run has the highest one.';

/** A file of a run. Written and read by automation/files. */
@Entity({ schema: 'platform', name: 'run_file' })
@Index('run_file_run', ['runId', 'position'])
@Index('run_file_ended', ['endedOn'])
export class RunFileRow {
  /** Id of the step that made it. */
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'run_file_pk' })
  id!: string;

  @Column({ name: 'environment_id', type: 'uuid' })
  environmentId!: string;

  @Column({ name: 'run_id', type: 'uuid' })
  runId!: string;

  @Column({ type: 'bigint', generated: 'identity', generatedIdentity: 'ALWAYS', comment: POSITION })
  position!: string;

  /** Place of the action in its workflow. */
  @Column({ type: 'text', collation: 'C' })
  path!: string;

  /** Iteration of each ForEach around the step, from the outside in. */
  @Column({ type: 'integer', array: true })
  iterations!: number[];

  @Column({ name: 'is_zip', type: 'boolean' })
  isZip!: boolean;

  @Column({ type: 'text', collation: 'C' })
  name!: string;

  @Column({ type: 'bigint', default: 0 })
  size!: string;

  /** When the run was found to have ended; its retention counts from here. */
  @Column({ name: 'ended_on', type: 'timestamptz', nullable: true })
  endedOn!: Date | null;
}

/** A part of a file of a run. Written and read by automation/files. */
@Entity({ schema: 'platform', name: 'run_file_part' })
export class RunFilePartRow {
  @PrimaryColumn({ name: 'file_id', type: 'uuid', primaryKeyConstraintName: 'run_file_part_pk' })
  fileId!: string;

  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'run_file_part_pk' })
  position!: number;

  @Column({ type: 'bytea' })
  content!: Buffer;
}

/** A message that the mail server has accepted. Written and read by automation/deliveries. */
@Entity({ schema: 'platform', name: 'sent_mail' })
@Index('sent_mail_sent', ['sentOn'])
export class SentMailRow {
  @PrimaryColumn({ name: 'step_id', type: 'uuid', primaryKeyConstraintName: 'sent_mail_pk' })
  stepId!: string;

  @PrimaryColumn({ name: 'user_id', type: 'uuid', primaryKeyConstraintName: 'sent_mail_pk' })
  userId!: string;

  @Column({ name: 'sent_on', type: 'timestamptz', default: () => 'now()' })
  sentOn!: Date;
}
