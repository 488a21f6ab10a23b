import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Attempts to make an index that is not there yet. Written and read by definitions/indexes. */
@Entity({ schema: 'platform', name: 'index_build' })
export class IndexBuildRow {
  @PrimaryColumn({ name: 'environment_id', type: 'uuid', primaryKeyConstraintName: 'index_build_pk' })
  environmentId!: string;

  /** Name of the index. */
  @PrimaryColumn({ type: 'text', collation: 'C', primaryKeyConstraintName: 'index_build_pk' })
  name!: string;

  /** Digest of its statements: other ones begin with no attempts. */
  @Column({ type: 'text', collation: 'C' })
  digest!: string;

  /** Ids of its definitions: a change of one begins with no attempts. */
  @Column({ type: 'uuid', array: true })
  definitions!: string[];

  /** Counted before each of them. */
  @Column({ type: 'smallint' })
  attempts!: number;

  /** Why the last one failed; null where its process ended. */
  @Column({ type: 'text', nullable: true })
  error!: string | null;

  /** Time before which there is no further attempt. */
  @Column({ name: 'retry_at', type: 'timestamptz' })
  retryAt!: Date;
}
