import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * The outcome of a write. The primary key is the fence: a second runner of the same command fails on it. Written by the
 * statement or transaction of the write itself; read by platform/operations/outcomes.
 */
@Entity({ schema: 'platform', name: 'operation' })
@Index('operation_completed', { synchronize: false })
export class OperationRow {
  /** The correlation id. */
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'operation_pk' })
  id!: string;

  @Column({ name: 'environment_id', type: 'uuid' })
  environmentId!: string;

  @Column({ name: 'user_id', type: 'uuid' })
  userId!: string;

  @Column({ type: 'text', collation: 'C', nullable: true })
  entity!: string | null;

  @Column({ type: 'text', collation: 'C' })
  operation!: string;

  /** `Completed` or `Failed`. */
  @Column({ type: 'text', collation: 'C' })
  status!: string;

  @Column({ name: 'http_status', type: 'smallint' })
  httpStatus!: number;

  @Column({ name: 'record_ids', type: 'uuid', array: true, nullable: true })
  recordIds!: string[] | null;

  /** `Result` of the answer; kept for writes that answered 202 or had an Idempotency-Key. */
  @Column({ type: 'json', nullable: true })
  result!: unknown;

  /** `ErrorDetails` of a failed write. */
  @Column({ type: 'json', nullable: true })
  errors!: unknown;

  @Column({ name: 'submitted_on', type: 'timestamptz' })
  submittedOn!: Date;

  @Column({ name: 'completed_on', type: 'timestamptz', default: () => 'clock_timestamp()' })
  completedOn!: Date;

  /** Kept with the result. */
  @Column({ name: 'record_affected', type: 'integer', nullable: true })
  recordAffected!: number | null;

  /** `Log` of the answer; kept with the result. */
  @Column({ type: 'json', nullable: true })
  log!: unknown;
}

/** An idempotency key of a finished write. Written in the transaction of the write itself. */
@Entity({ schema: 'platform', name: 'idempotency' })
@Index('idempotency_expires', ['expiresOn'])
export class IdempotencyRow {
  /** Hash of environment, user, route and key. */
  @PrimaryColumn({ type: 'text', collation: 'C', primaryKeyConstraintName: 'idempotency_pk' })
  hash!: string;

  @Column({ name: 'operation_id', type: 'uuid' })
  operationId!: string;

  @Column({ name: 'body_hash', type: 'text', collation: 'C' })
  bodyHash!: string;

  @Column({ name: 'expires_on', type: 'timestamptz' })
  expiresOn!: Date;
}

/** The outcome of a step of a keyed Independent batch. Written in the transaction of the step itself. */
@Entity({ schema: 'platform', name: 'batch_step' })
@Index('batch_step_expires', ['expiresOn'])
export class BatchStepRow {
  /** Of the batch, as in `IdempotencyRow`. */
  @PrimaryColumn({ name: 'key_hash', type: 'text', collation: 'C', primaryKeyConstraintName: 'batch_step_pk' })
  keyHash!: string;

  @PrimaryColumn({ type: 'smallint', primaryKeyConstraintName: 'batch_step_pk' })
  position!: number;

  /** Null in rows of earlier versions. */
  @Column({ name: 'environment_id', type: 'uuid', nullable: true })
  environmentId!: string | null;

  /** Of the batch, as in `IdempotencyRow`. */
  @Column({ name: 'body_hash', type: 'text', collation: 'C' })
  bodyHash!: string;

  @Column({ type: 'json', nullable: true })
  result!: unknown;

  @Column({ name: 'record_affected', type: 'integer', nullable: true })
  recordAffected!: number | null;

  /** `ErrorDetails` of a refused step; null where it was carried out. */
  @Column({ type: 'json', nullable: true })
  errors!: unknown;

  @Column({ name: 'expires_on', type: 'timestamptz' })
  expiresOn!: Date;
}
