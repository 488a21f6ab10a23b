import { Column, type ColumnType, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/**
 * One changed record, in daily partitions. Written in the statement or transaction of the write itself; read by the
 * readers of platform/change-log and as AuditEntry. The table has no primary key, since every write inserts here;
 * `position` identifies a row well enough for TypeORM, which neither makes nor writes the table.
 */
@Entity({ schema: 'platform', name: 'change', synchronize: false })
@Index('change_xid', ['xid'])
@Index('change_record', ['recordId', 'position'])
@Index('change_by_position', { synchronize: false })
export class ChangeRow {
  /** Transaction of the change; 0 where it was one of another server, from which a dump was restored. */
  @Column({ type: 'xid8' as ColumnType, default: () => 'pg_current_xact_id()' })
  xid!: string;

  /** Orders the changes of one record: it is taken after the row lock. bigint as text. */
  @PrimaryColumn({ type: 'bigint', default: () => `nextval('platform.change_position'::regclass)` })
  position!: string;

  @Column({ name: 'occurred_at', type: 'timestamptz' })
  occurredAt!: Date;

  @Column({ name: 'environment_id', type: 'uuid' })
  environmentId!: string;

  @Column({ type: 'text', collation: 'C' })
  entity!: string;

  /** `Create`, `Update` or `Delete`. */
  @Column({ type: 'text', collation: 'C' })
  operation!: string;

  @Column({ name: 'record_id', type: 'uuid' })
  recordId!: string;

  @Column({ name: 'record_information_id', type: 'uuid' })
  recordInformationId!: string;

  @Column({ name: 'row_version', type: 'bigint' })
  rowVersion!: string;

  /** Values of the changed fields before; null for Create. */
  @Column({ type: 'json', nullable: true })
  old!: unknown;

  /** Values of the changed fields after; null for Delete. */
  @Column({ type: 'json', nullable: true })
  new!: unknown;

  @Column({ name: 'owner_before', type: 'uuid', nullable: true })
  ownerBefore!: string | null;

  @Column({ name: 'owner_after', type: 'uuid', nullable: true })
  ownerAfter!: string | null;

  @Column({ name: 'team_before', type: 'uuid', nullable: true })
  teamBefore!: string | null;

  @Column({ name: 'team_after', type: 'uuid', nullable: true })
  teamAfter!: string | null;

  @Column({ name: 'user_id', type: 'uuid' })
  userId!: string;

  @Column({ name: 'correlation_id', type: 'uuid' })
  correlationId!: string;

  /** The origin of the change if not a user's request, such as a workflow. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  source!: string | null;

  /** Names of hooks over HTTP that could not be asked; null where all were. */
  @Column({ name: 'hooks_skipped', type: 'json', nullable: true })
  hooksSkipped!: unknown;

  /** Names of the values in `created`; null where `old` and `new` have the values. */
  @Column({ type: 'int', nullable: true })
  shape!: number | null;

  /** Values of a created record as an array. */
  @Column({ type: 'json', nullable: true })
  created!: unknown;
}

/** An order of fields in which the change log has the values of created records. Rows never change. */
@Entity({ schema: 'platform', name: 'record_shape' })
@Index('record_shape_members', { synchronize: false })
export class RecordShapeRow {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS', primaryKeyConstraintName: 'record_shape_pk' })
  id!: number;

  @Column({ name: 'environment_id', type: 'uuid' })
  environmentId!: string;

  @Column({ type: 'text', collation: 'C' })
  entity!: string;

  /** Names of the fields, separated by commas. */
  @Column({ type: 'text', collation: 'C' })
  members!: string;
}

/** One row: the identity of the change log, part of every cursor. A restored dump gets another one. */
@Entity({ schema: 'platform', name: 'log' })
@Index('log_single', { synchronize: false })
export class LogRow {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'log_pk' })
  id!: string;

  /** System identifier of the server that the log's transactions are of; null before the first start. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  server!: string | null;

  /** Timeline of the server on which nodes that read from standbys have written it last; null before. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  timeline!: string | null;
}

/** One row, without a key: the channel of LISTEN and NOTIFY on which nodes wake each other. Its name is a secret. */
@Entity({ schema: 'platform', name: 'ring', synchronize: false })
@Index('ring_single', { synchronize: false })
export class NotifyChannelRow {
  @PrimaryColumn({ type: 'text', collation: 'C' })
  channel!: string;
}
