import type { EnvironmentState } from '#core/catalogue/environment-state.js';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';

const NAME_FORMAT = `name ~ '^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$'`;

/** A customer of the service. Written when environments are created; read by platform/catalogue. */
@Entity({ schema: 'platform', name: 'tenant' })
@Check('tenant_name_format', NAME_FORMAT)
@Index('tenant_name_unique', { synchronize: false })
export class TenantRow {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'tenant_pk' })
  id!: string;

  /** Unique whatever its letter case. */
  @Column({ type: 'text', collation: 'C' })
  name!: string;

  @Column({ type: 'text', default: '' })
  label!: string;
}

/** An application of a tenant. Written when environments are created; read by platform/catalogue. */
@Entity({ schema: 'platform', name: 'app' })
@Check('app_name_format', NAME_FORMAT)
@Index('app_name_unique', { synchronize: false })
export class AppRow {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'app_pk' })
  id!: string;

  @Column({ name: 'tenant_id', type: 'uuid' })
  tenantId!: string;

  @ManyToOne(() => TenantRow)
  @JoinColumn({ name: 'tenant_id', foreignKeyConstraintName: 'app_tenant_fk' })
  tenant!: TenantRow;

  /** Unique in its tenant, whatever its letter case. */
  @Column({ type: 'text', collation: 'C' })
  name!: string;
}

/** An environment of an app: the schema that holds its tables. Read by platform/catalogue. */
@Entity({ schema: 'platform', name: 'environment' })
@Check('environment_name_format', NAME_FORMAT)
@Check('environment_state', `state IN ('Active', 'Draining', 'Copying', 'Frozen', 'Moved')`)
@Index('environment_name_unique', { synchronize: false })
@Unique('environment_schema_unique', ['schemaName'])
export class EnvironmentRow {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'environment_pk' })
  id!: string;

  @Column({ name: 'app_id', type: 'uuid' })
  appId!: string;

  @ManyToOne(() => AppRow)
  @JoinColumn({ name: 'app_id', foreignKeyConstraintName: 'environment_app_fk' })
  app!: AppRow;

  /** Unique in its app, whatever its letter case. */
  @Column({ type: 'text', collation: 'C' })
  name!: string;

  @Column({ name: 'schema_name', type: 'text', collation: 'C' })
  schemaName!: string;

  @Column({ type: 'jsonb', default: {} })
  settings!: object;

  /** Counts the changes of definitions, roles and scopes; bigint as text. */
  @Column({ name: 'definitions_version', type: 'bigint', default: 1 })
  definitionsVersion!: string;

  /** Counts the changes of users and of their roles and teams; bigint as text. */
  @Column({ name: 'principals_version', type: 'bigint', default: 1 })
  principalsVersion!: string;

  /** Digest of what the version of the service needs that completed it last; null: none has. */
  @Column({ name: 'completed_by', type: 'text', collation: 'C', nullable: true })
  completedBy!: string | null;

  /** `definitionsVersion` at that time; bigint as text. */
  @Column({ name: 'completed_version', type: 'bigint', nullable: true })
  completedVersion!: string | null;

  /** Digest of the indexes of the version of the service that found nothing left to make or drop; null: none has. */
  @Column({ name: 'indexed_by', type: 'text', collation: 'C', nullable: true })
  indexedBy!: string | null;

  /** `definitionsVersion` at that time; bigint as text. */
  @Column({ name: 'indexed_version', type: 'bigint', nullable: true })
  indexedVersion!: string | null;

  /** `definitionsVersion` of the last change that `ChangedEntityRow` has; bigint as text. Another one: it lacks changes. */
  @Column({ name: 'traced_version', type: 'bigint', nullable: true })
  tracedVersion!: string | null;

  /**
   * Active; Draining: work without a call stands still; Copying: not complete yet, serves nobody; Frozen: refuses writes;
   * Moved: lives in another cell.
   */
  @Column({ type: 'text', collation: 'C', default: 'Active' })
  state!: EnvironmentState;

  /** Name of the cell to which it has moved; null: it has not. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  cell!: string | null;

  /** Of a copy: the environment whose id the ids of its system records are derived from. Null: its own. */
  @Column({ name: 'origin_id', type: 'uuid', nullable: true })
  originId!: string | null;
}

/** Last change of definitions that are about an entity. Written with it; read by writes that began before it. */
@Entity({ schema: 'platform', name: 'changed_entity' })
export class ChangedEntityRow {
  @PrimaryColumn({ name: 'environment_id', type: 'uuid', primaryKeyConstraintName: 'changed_entity_pk' })
  environmentId!: string;

  @ManyToOne(() => EnvironmentRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'environment_id', foreignKeyConstraintName: 'changed_entity_environment_fk' })
  environment!: EnvironmentRow;

  /** In lower case. Empty: of definitions that may be about any entity. */
  @PrimaryColumn({ type: 'text', collation: 'C', primaryKeyConstraintName: 'changed_entity_pk' })
  name!: string;

  /** `definitionsVersion` of the change; bigint as text. */
  @Column({ type: 'bigint' })
  version!: string;
}
