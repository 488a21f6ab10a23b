import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** A process that serves the hub, and where the others reach it. */
@Entity({ schema: 'platform', name: 'node' })
export class NodeRow {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'node_pk' })
  id!: string;

  @Column({ type: 'text', collation: 'C' })
  origin!: string;

  /** Time of the last heartbeat. */
  @Column({ name: 'seen_on', type: 'timestamptz', default: () => 'now()' })
  seenOn!: Date;

  /** False for nodes of versions that ignore the limits of keys. */
  @Column({ name: 'knows_keys', type: 'boolean', default: false })
  knowsKeys!: boolean;
}

/** One row: the key by which all nodes sign the tokens of hub connections. */
@Entity({ schema: 'platform', name: 'hub_key' })
@Check('hub_key_single', 'single')
export class HubKeyRow {
  @PrimaryColumn({ type: 'boolean', default: true, primaryKeyConstraintName: 'hub_key_pk' })
  single!: boolean;

  @Column({ type: 'text', collation: 'C' })
  key!: string;
}
