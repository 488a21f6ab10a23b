import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

// TypeORM makes indexes on several columns again unless it knows the comments of these.
const ORDER_KEY = 'Runs of one key are executed one after the other, by position.';
const DUE_AT =
  'Time of the next try; of a claimed run the end of its lease; infinity behind another run of its order key.';

const WAITS_ON = 'Locked records whose release wakes the run; empty for any. Null while it waits for none.';

/** A run of a workflow that has not ended. Written and read by automation/runs. */
@Entity({ schema: 'platform', name: 'run' })
@Index('run_due', ['environmentId', 'dueAt', 'position'])
@Index('run_order', ['environmentId', 'orderKey', 'position'], { where: 'order_key IS NOT NULL' })
export class RunRow {
  /** The Id of the WorkflowRun. */
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'run_pk' })
  id!: string;

  @Column({ name: 'environment_id', type: 'uuid' })
  environmentId!: string;

  @Column({ name: 'order_key', type: 'text', collation: 'C', nullable: true, comment: ORDER_KEY })
  orderKey!: string | null;

  @Column({ type: 'bigint', generated: 'identity', generatedIdentity: 'ALWAYS' })
  position!: string;

  @Column({ name: 'due_at', type: 'timestamptz', default: () => 'now()', comment: DUE_AT })
  dueAt!: Date;

  /** Counted when a node claims the run; a node with an older count has lost it. */
  @Column({ type: 'integer', default: 0 })
  attempt!: number;

  /** Claims since the last completed step, a present one included. */
  @Column({ type: 'integer', default: 0 })
  tries!: number;

  /** Process that executes the run. */
  @Column({ type: 'uuid', nullable: true })
  node!: string | null;

  /** First claim, from which the time limit counts. */
  @Column({ name: 'begun_at', type: 'timestamptz', nullable: true })
  begunAt!: Date | null;

  /** The actions it began with. */
  @Column({ type: 'uuid', nullable: true })
  version!: string | null;

  /** Last completed step: path and iterations. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  progress!: string | null;

  /** The only step to repeat. */
  @Column({ name: 'only_step', type: 'text', collation: 'C', nullable: true })
  onlyStep!: string | null;

  @Column({ name: 'is_cancelled', type: 'boolean', default: false })
  isCancelled!: boolean;

  @Column({ name: 'waits_on', type: 'uuid', array: true, nullable: true, comment: WAITS_ON })
  waitsOn!: string[] | null;

  /** Bytes of the outputs that its steps have stored, as JSON text. */
  @Column({ name: 'output_bytes', type: 'bigint', default: 0 })
  outputBytes!: string;

  /** Bytes of its input, as JSON text. */
  @Column({ name: 'input_bytes', type: 'bigint', default: 0 })
  inputBytes!: string;
}

/** Actions of a workflow as runs began with them. Written and read by automation/runs. */
@Entity({ schema: 'platform', name: 'workflow_version' })
@Index('workflow_version_used', ['usedOn'])
export class WorkflowVersionRow {
  /** Hash of the environment and the body. */
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'workflow_version_pk' })
  id!: string;

  @Column({ name: 'environment_id', type: 'uuid' })
  environmentId!: string;

  @Column({ type: 'text', collation: 'C' })
  body!: string;

  @Column({ name: 'used_on', type: 'timestamptz', default: () => 'now()' })
  usedOn!: Date;
}
