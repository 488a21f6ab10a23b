import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { EnvironmentRow } from './environments.entity.js';

/** The secret of a key as its hash, and where the key is. Written with the key; read by platform/catalogue. */
@Entity({ schema: 'platform', name: 'api_key' })
@Index('api_key_environment', ['environmentId'])
export class ApiKeyRow {
  /** SHA-256 of the secret. */
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'api_key_pk' })
  hash!: Buffer;

  @Column({ name: 'environment_id', type: 'uuid' })
  environmentId!: string;

  @ManyToOne(() => EnvironmentRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'environment_id', foreignKeyConstraintName: 'api_key_environment_fk' })
  environment!: EnvironmentRow;

  /** Id of the `ApiKey` record in the environment. */
  @Column({ name: 'key_id', type: 'uuid' })
  keyId!: string;
}
