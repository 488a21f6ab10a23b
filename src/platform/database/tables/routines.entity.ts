import { Check, Column, type ColumnType, Entity, Index, PrimaryColumn } from 'typeorm';

/** One row, without a primary key, a secret: it signs the claims of calls and makes the passwords of routines' logins. */
@Entity({ schema: 'platform', name: 'routine_key', synchronize: false })
@Check('routine_key_length', 'length(key) = 64')
@Index('routine_key_single', { synchronize: false })
export class RoutineKeyRow {
  @PrimaryColumn({ type: 'bytea' })
  key!: Buffer;
}

/** The rights of an environment's routine logins as they were granted last. Written by routines/execute. */
@Entity({ schema: 'platform', name: 'object_access' })
@Check('object_access_kind', `kind IN ('reads', 'writes', 'reads protected', 'writes protected')`)
export class RoutineAccessRow {
  @PrimaryColumn({ name: 'environment_id', type: 'uuid', primaryKeyConstraintName: 'object_access_pk' })
  environmentId!: string;

  @PrimaryColumn({ type: 'text', collation: 'C', primaryKeyConstraintName: 'object_access_pk' })
  kind!: 'reads' | 'writes' | 'reads protected' | 'writes protected';

  @Column({ type: 'text', collation: 'C', default: '' })
  fingerprint!: string;
}

/**
 * The caller of a routine, for the triggers that log its writes and set their audit columns. Unlogged; lives as long as
 * its transaction.
 */
@Entity({ schema: 'platform', name: 'object_call' })
export class RoutineCallRow {
  @PrimaryColumn({ type: 'xid8' as ColumnType, primaryKeyConstraintName: 'object_call_pk' })
  xid!: string;

  @Column({ name: 'environment_id', type: 'uuid' })
  environmentId!: string;

  @Column({ name: 'user_id', type: 'uuid' })
  userId!: string;

  @Column({ name: 'team_id', type: 'uuid', nullable: true })
  teamId!: string | null;

  @Column({ name: 'correlation_id', type: 'uuid' })
  correlationId!: string;

  @Column({ name: 'occurred_at', type: 'timestamptz' })
  occurredAt!: Date;

  /** The version of `callFollow` that the arguments are for. */
  @Column({ type: 'text', collation: 'C' })
  follow!: string;

  /** Values of the statements of `callFollow`, an array per step. */
  @Column({ type: 'json' })
  args!: unknown;

  /** Key by which the caller signed in; null for a token. */
  @Column({ name: 'key_id', type: 'uuid', nullable: true })
  keyId!: string | null;
}
