import type { JsonValue } from '../json/json.js';
import type { Field } from './field.js';

export type OnDelete = 'Restrict' | 'Cascade' | 'SetNull';

/** A lookup seen from the entity it leads to. */
export interface Relation {
  readonly name: string;
  readonly parentEntity: string;
  readonly childEntity: string;
  readonly childField: string;
  readonly onDelete: OnDelete;
}

/** A cross-field rule: a row must meet `where` or the write is refused with `message`. */
export interface Rule {
  readonly name: string;
  readonly where: JsonValue;
  readonly message: string;
  readonly fieldName?: string;
}

export type HookEvent =
  'BeforeInsert' | 'AfterInsert' | 'BeforeUpdate' | 'AfterUpdate' | 'BeforeDelete' | 'AfterDelete';

/** Either a declarative refusal (`rejectWhen`) or the name of a hook of the code (`handler`). */
export interface HookDefinition {
  readonly name: string;
  readonly events: readonly HookEvent[];
  readonly rejectWhen?: JsonValue;
  readonly message?: string;
  readonly fieldName?: string;
  readonly handler?: string;
}

/**
 * What an entity is to the service: `business` data; `access` records (users, roles, teams), which take effect as soon
 * as they are written; `definition` records, which shape the environment; `log` records, which only the service writes.
 */
export type EntityKind = 'business' | 'access' | 'definition' | 'log';

/** A kind of record: its fields, rules and place among the others. The table has the entity's name. */
export interface Entity {
  readonly id: string;
  readonly name: string;
  readonly kind: EntityKind;
  /** What it is a view of, if it has no table of its own. */
  readonly view?: 'Changes';
  readonly displayField: Field;
  readonly softDelete: boolean;
  /** An index serves GlobalSearch; its price is paid by every write. */
  readonly searchable: boolean;
  /** The lookup whose target's owner this entity's records take and follow. */
  readonly ownerFrom?: Field;
  /** Own fields in declared order, then the system fields; keys are the names in lower case. */
  readonly fields: ReadonlyMap<string, Field>;
  /** Unique rules, single fields included, as field lists. They hold among live rows. */
  readonly uniqueKeys: readonly (readonly Field[])[];
  readonly rules: readonly Rule[];
  readonly hooks: readonly HookDefinition[];
  /** Relations in which this entity is the parent, by name in lower case. */
  readonly children: ReadonlyMap<string, Relation>;
  /** Status a new record takes, if a lifecycle is active. */
  readonly initialStatusId?: string;
  /** Fields that every member of the environment may read, whatever his scopes (contract §14.4). */
  readonly publicFields: ReadonlySet<string>;
}

/** Unique on their own: the fields a record can be addressed by, `Id` and `RecordInformationId` included. */
export function identityFields(entity: Entity): ReadonlySet<string> {
  // Many changes share the RecordInformationId of the record they are about.
  if (entity.view) return new Set(['Id']);
  const single = entity.uniqueKeys.filter((key) => key.length === 1).map(([field]) => field.name);
  return new Set(['Id', 'RecordInformationId', ...single]);
}

/** Fields that are columns of the entity's table; tenant, app and environment are constants of the schema. */
export const storedFields = (entity: Entity): readonly Field[] =>
  [...entity.fields.values()].filter(({ constant }) => constant === undefined);

/**
 * A relation of a parent by its name, or by the name of its child entity where only one relation leads there, or only
 * one cascades (contract §14.5; the second is our reading: the parts of a record are its children before all others).
 */
export function relationNamed({ children }: Entity, name: string): Relation | undefined {
  const key = name.toLowerCase();
  const named = children.get(key);
  if (named) return named;
  const leading = [...children.values()].filter(({ childEntity }) => childEntity.toLowerCase() === key);
  const parts = leading.filter(({ onDelete }) => onDelete === 'Cascade');
  return leading.length === 1 ? leading[0] : parts.length === 1 ? parts[0] : undefined;
}

/** Columns that a write fills: all but the generated ones of Computed fields. */
export const filledFields = (entity: Entity): readonly Field[] =>
  storedFields(entity).filter(({ computed }) => computed === undefined);

/** Unique keys whose values callers give: the primary key, and all without automatic numbers. */
export const clashKeys = ({ fields, uniqueKeys }: Entity): readonly (readonly Field[])[] =>
  [[fields.get('id')!], ...uniqueKeys].filter((key) => key.every(({ type }) => type !== 'AutoNumber'));
