import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Figures of queries that were slow, by their shape, without values. Written and read by queries/advice. */
@Entity({ schema: 'platform', name: 'query_shape' })
export class QueryShapeRow {
  @PrimaryColumn({ name: 'environment_id', type: 'uuid', primaryKeyConstraintName: 'query_shape_pk' })
  environmentId!: string;

  /** Hash of entity, shape and indexes of the entity: another index begins new figures. */
  @PrimaryColumn({ type: 'text', collation: 'C', primaryKeyConstraintName: 'query_shape_pk' })
  hash!: string;

  @Column({ type: 'text', collation: 'C' })
  entity!: string;

  @Column({ type: 'text', collation: 'C' })
  shape!: string;

  @Column({ type: 'bigint' })
  calls!: string;

  @Column({ name: 'total_ms', type: 'double precision' })
  totalMs!: number;

  @Column({ name: 'max_ms', type: 'double precision' })
  maxMs!: number;

  /** Calls in each range of durations. */
  @Column({ type: 'bigint', array: true })
  durations!: string[];

  /** Rows of tables that one measured call read; null if unknown. */
  @Column({ name: 'rows_read', type: 'bigint', nullable: true })
  rowsRead!: string | null;

  @Column({ name: 'rows_answered', type: 'bigint', nullable: true })
  rowsAnswered!: string | null;

  /** Fields of the index that would help: name and descending. */
  @Column({ type: 'json', nullable: true })
  proposed!: unknown;

  @Column({ type: 'text', array: true, nullable: true })
  hints!: string[] | null;

  @Column({ name: 'noted_at', type: 'timestamptz', default: () => 'now()' })
  notedAt!: Date;
}
