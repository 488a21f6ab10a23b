import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { EnvironmentRow } from './environments.entity.js';

/** The newest token of a person by which their roles and teams were set. Written and read by access/mappings. */
@Entity({ schema: 'platform', name: 'issued_token' })
export class IssuedTokenRow {
  @PrimaryColumn({ name: 'environment_id', type: 'uuid', primaryKeyConstraintName: 'issued_token_pk' })
  environmentId!: string;

  @ManyToOne(() => EnvironmentRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'environment_id', foreignKeyConstraintName: 'issued_token_environment_fk' })
  environment!: EnvironmentRow;

  /** SHA-256 of the claims `iss` and `sub`, or of what names the user in the token. */
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'issued_token_pk' })
  person!: Buffer;

  /** Claim `iat`, in seconds since 1970. */
  @Column({ name: 'issued_at', type: 'float8' })
  issuedAt!: number;
}
