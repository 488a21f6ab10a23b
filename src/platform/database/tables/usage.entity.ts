import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Use of limits by users and tenants. Written and read by platform/limits. */
@Entity({ schema: 'platform', name: 'usage' })
export class UsageRow {
  /** Name of the measure, the tenant, and the user where it is that of one. */
  @PrimaryColumn({ type: 'text', collation: 'C', primaryKeyConstraintName: 'usage_pk' })
  key!: string;

  /** Begin of the window, in seconds since 1970. */
  @Column({ type: 'double precision' })
  began!: number;

  @Column({ type: 'double precision' })
  used!: number;
}
