import type { JsonValue } from '#core/json/json.js';
import type { ApprovalProcess } from './approval-process.js';
import type { Field } from './field.js';
import type { HttpHook } from './http-hook.js';
import type { Labels } from './labels.js';
import type { Lifecycle } from './lifecycle.js';
import type { DeclaredIndex } from './declared-index.js';
import type { SystemIndex } from './system-index.js';

export type OnDelete = 'Restrict' | 'Cascade' | 'SetNull';

/** A lookup seen from its target entity, the parent. */
export interface Relation {
  readonly name: string;
  readonly parentEntity: string;
  readonly childEntity: string;
  readonly childField: string;
  readonly onDelete: OnDelete;
  /** Whoever a parent is shared with has the same rights to its children. */
  readonly inheritsAccess?: boolean;
  readonly labels?: Labels;
}

/** A cross-field rule: a row must satisfy `where`, otherwise the write is refused with `message`. */
export interface Rule {
  readonly name: string;
  readonly where: JsonValue;
  readonly message: string;
  readonly fieldName?: string;
}

export type HookEvent =
  'BeforeInsert' | 'AfterInsert' | 'BeforeUpdate' | 'AfterUpdate' | 'BeforeDelete' | 'AfterDelete';

/** Event of a hook whose code runs behind the commit, as a run of its own. */
export const AFTER_COMMIT = 'AfterCommit';

/** A hook: a declarative refusal (`rejectWhen`), the name of a hook in code (`handler`), or a call over HTTP (`http`). */
export interface HookDefinition {
  readonly name: string;
  readonly events: readonly (HookEvent | typeof AFTER_COMMIT)[];
  readonly rejectWhen?: JsonValue;
  readonly message?: string;
  readonly fieldName?: string;
  readonly handler?: string;
  readonly http?: HttpHook;
}

/**
 * Kind of an entity: `business` data; `access` records (users, roles, teams), in effect as soon as they are written;
 * `definition` records, which define the environment; `log` records, which only the service writes.
 */
export type EntityKind = 'business' | 'access' | 'definition' | 'log';

export type CallerWrite = 'create' | 'update' | 'delete';

/** Entities whose records name another record by its record-information id, as `RecordId`, and belong to its owner. */
export type RecordsAbout = 'ApprovalRequest' | 'StatusHistory';

/** A kind of record: its fields, rules and place among the others. The table has the entity's name. */
export interface Entity {
  readonly id: string;
  readonly name: string;
  readonly kind: EntityKind;
  /** Source of a view, for an entity without a table of its own. */
  readonly view?: 'Changes';
  readonly description?: string;
  readonly labels?: Labels;
  readonly displayField: Field;
  readonly softDelete: boolean;
  /** Members restore the records that they may delete; absent: Administrators alone do. */
  readonly membersRestore?: boolean;
  /** Single records are shared with users, teams and roles; absent: they are not. */
  readonly allowShares?: boolean;
  /** Adds an index for GlobalSearch, which makes every write slower. */
  readonly searchable: boolean;
  /** Lookup whose target determines the owner: records take that owner and follow its changes. */
  readonly ownerFrom?: Field;
  /** Own fields in declared order, then the system fields; keys are the names in lower case. */
  readonly fields: ReadonlyMap<string, Field>;
  /** Fields whose values not every caller sees. */
  readonly protectedFields: readonly Field[];
  /** Unique keys, single fields included, as field lists; enforced among live rows. */
  readonly uniqueKeys: readonly (readonly Field[])[];
  readonly rules: readonly Rule[];
  readonly hooks: readonly HookDefinition[];
  /** Relations in which this entity is the parent, by name in lower case. */
  readonly children: ReadonlyMap<string, Relation>;
  /** The active lifecycle. */
  readonly lifecycle?: Lifecycle;
  /** Status of a new record, if a lifecycle is active. */
  readonly initialStatusId?: string;
  /** All processes of this entity in the order of their names, inactive ones included. */
  readonly approvalProcesses: readonly ApprovalProcess[];
  /** Entities of the service's records about records of this entity; they have the owner of the record. */
  readonly recordsAbout: readonly RecordsAbout[];
  /** Writes that callers may make, for an entity whose other writes are the service's own; absent: all. */
  readonly callerWrites?: ReadonlySet<CallerWrite>;
  /** Values of records that callers create whatever their scope, because a before-commit hook checks them. */
  readonly unscopedCreate?: Readonly<Record<string, string>>;
  /** Indexes of a system entity beyond those of keys, lookups and scopes. */
  readonly systemIndexes: readonly SystemIndex[];
  /** Indexes that the definition declares: those of its `Indexed` fields, then its `Indexes`. */
  readonly indexes: readonly DeclaredIndex[];
  /**
   * Fields that every member of the environment may read, whatever their scopes
   * (docs/interface/records.md#fields-that-every-member-may-read).
   */
  readonly publicFields: ReadonlySet<string>;
  /** Number of the order of fields in which the change log has created records; absent where it has them by name. */
  readonly shape?: number;
}

/** Names of the fields that identify a record on their own, `Id` and `RecordInformationId` included. */
export function identityFields(entity: Entity): ReadonlySet<string> {
  // All changes of a record share its RecordInformationId.
  if (entity.view) return new Set(['Id']);
  const single = entity.uniqueKeys.filter((key) => key.length === 1).map(([field]) => field.name);
  return new Set(['Id', 'RecordInformationId', ...single]);
}

/** Lists the fields that are columns of the entity's table; tenant, app and environment are constants of the schema. */
export const storedFields = (entity: Entity): readonly Field[] =>
  [...entity.fields.values()].filter(({ constant }) => constant === undefined);

/**
 * Finds a relation of a parent by its name or by its child entity. The name of a child entity is enough if a single
 * relation, or a single cascading one, leads to it (docs/interface/records.md#names-of-relations).
 */
export function relationNamed({ children }: Entity, name: string): Relation | undefined {
  const key = name.toLowerCase();
  const named = children.get(key);
  if (named) return named;
  const leading = [...children.values()].filter(({ childEntity }) => childEntity.toLowerCase() === key);
  const parts = leading.filter(({ onDelete }) => onDelete === 'Cascade');
  return leading.length === 1 ? leading[0] : parts.length === 1 ? parts[0] : undefined;
}

/** Lists the columns that a write sets: all except the generated ones of Computed fields. */
export const filledFields = (entity: Entity): readonly Field[] =>
  storedFields(entity).filter(({ computed }) => computed === undefined);

/** Unique keys whose values callers give: the primary key, and all without automatic numbers. */
export const clashKeys = ({ fields, uniqueKeys }: Entity): readonly (readonly Field[])[] =>
  [[fields.get('id')!], ...uniqueKeys].filter((key) => key.every(({ type }) => type !== 'AutoNumber'));
