import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A move of an environment to another cell, in the databases of both. Written and read by platform/database/moves. */
@Entity({ schema: 'platform', name: 'environment_move' })
export class EnvironmentMoveRow {
  @PrimaryColumn({ name: 'environment_id', type: 'uuid', primaryKeyConstraintName: 'environment_move_pk' })
  environmentId!: string;

  /** Of the move, the same in both databases. */
  @Column({ type: 'uuid' })
  id!: string;

  @Column({ name: 'is_target', type: 'boolean' })
  isTarget!: boolean;

  /** Name of the cell of the target. */
  @Column({ type: 'text', collation: 'C' })
  cell!: string;

  @Column({ type: 'text', collation: 'C' })
  step!: string;

  /** Values of earlier steps that later ones need. */
  @Column({ type: 'jsonb', default: {} })
  progress!: object;

  @Column({ name: 'begun_on', type: 'timestamptz', default: () => 'now()' })
  begunOn!: Date;

  @Column({ name: 'step_on', type: 'timestamptz', default: () => 'now()' })
  stepOn!: Date;
}

/**
 * A record that was written since a move has read it, in any order and more than once. Without a key, since each write of
 * the environment inserts here. Written by triggers of the move; read by platform/database/moves.
 */
@Entity({ schema: 'platform', name: 'moved_record', synchronize: false })
export class MovedRecordRow {
  @Column({ name: 'environment_id', type: 'uuid' })
  environmentId!: string;

  @Column({ type: 'text', collation: 'C' })
  entity!: string;

  @PrimaryColumn({ name: 'record_id', type: 'uuid' })
  recordId!: string;
}
