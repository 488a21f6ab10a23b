import { textOf } from './exact';

/** Scope of an operation, from none of the records to all of them. */
export type Scope = 'None' | 'Own' | 'Team' | 'All';

export interface Scopes {
  readonly Create: Scope;
  readonly Read: Scope;
  readonly Update: Scope;
  readonly Delete: Scope;
}

/** An entity in the list of `GET /entities`; labels are in the caller's language. */
export interface EntitySummary extends Scopes {
  readonly EntityName: string;
  readonly DisplayField: string | null;
  readonly IsSystem?: boolean;
  readonly Label?: string;
  readonly PluralLabel?: string;
  readonly Description?: string | null;
  readonly AllowSoftDelete?: boolean;
  readonly MembersRestore?: boolean;
  readonly Searchable?: boolean;
}

export type FieldType =
  | 'AutoNumber'
  | 'Bool'
  | 'Computed'
  | 'Date'
  | 'DateTime'
  | 'Decimal'
  | 'Enum'
  | 'Int'
  | 'Json'
  | 'LongText'
  | 'Lookup'
  | 'MultiEnum'
  | 'Rollup'
  | 'Text'
  | 'Uuid';

export interface EnumValue {
  readonly Value: string;
  readonly Text: string;
  readonly IsActive: boolean;
}

export interface Field {
  readonly FieldName: string;
  readonly FieldType: FieldType;
  /** Type of the value of a Computed or Rollup field. */
  readonly ValueType?: FieldType;
  readonly Label?: string;
  readonly Help?: string;
  readonly Description?: string | null;
  readonly Required: boolean;
  readonly Unique?: boolean;
  readonly IsSystem?: boolean;
  readonly ReadOnly?: boolean;
  readonly Target?: string;
  readonly Values?: readonly EnumValue[];
  readonly Min?: number;
  readonly Max?: number;
  readonly MinLength?: number;
  readonly MaxLength?: number;
  readonly Format?: 'Email' | 'Url' | 'Phone';
  readonly Precision?: number;
  readonly Scale?: number;
  readonly Default?: unknown;
  readonly CanCreate: boolean;
  readonly CanUpdate: boolean;
  /** The caller sees a part of the values only, and may neither filter nor sort by them. */
  readonly Masked?: boolean;
}

export interface Relation {
  readonly Name: string;
  readonly Label?: string;
  readonly ChildEntity?: string;
  readonly ChildField: string;
  readonly OnDelete: 'Cascade' | 'Restrict' | 'SetNull';
}

export interface Status {
  readonly Id: string;
  readonly Name: string;
  readonly Label?: string;
  readonly Color: string | null;
  readonly IsInitial: boolean;
  readonly IsFinal: boolean;
}

/** An entity as `GET /entities/{name}` describes it to the caller. */
export interface Entity extends EntitySummary {
  readonly Fields: readonly Field[];
  readonly Relations: readonly Relation[];
  readonly UniqueKeys: readonly (readonly string[])[];
  readonly Lifecycle?: { readonly Id?: string; readonly Name: string; readonly Statuses: readonly Status[] };
  readonly Approvals?: readonly { readonly ProcessId: string; readonly Name: string; readonly StartMode: string }[];
}

/** A record: values by field; lookups are `{Id, <display field>}` where they were loaded. */
export type Row = Readonly<Record<string, unknown>>;

export const labelOf = ({ Label, EntityName }: EntitySummary): string => Label ?? words(EntityName);

export const pluralOf = (entity: EntitySummary): string =>
  entity.PluralLabel ?? entity.Label ?? words(entity.EntityName);

/** Label of a field: its own, or words made of its name, such as "Order date" of OrderDate. */
export function fieldLabel({ Label, FieldName, FieldType }: Field): string {
  if (Label !== undefined) return Label;
  return words(FieldType === 'Lookup' && /.Id$/.test(FieldName) ? FieldName.slice(0, -2) : FieldName);
}

/** Words of a name: "OrderDate" is "Order date", "TaxID" is "Tax ID". */
export function words(name: string): string {
  const parts = name.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\d+|[^\p{Lu}\p{Ll}\d]+/gu) ?? [name];
  return parts.map((part, i) => (i === 0 || /^\p{Lu}{2,}$/u.test(part) ? part : part.toLowerCase())).join(' ');
}

/** Type of a field's value. */
export const valueType = ({ FieldType, ValueType }: Field): FieldType => ValueType ?? FieldType;

export const fieldNamed = (entity: Entity, name: string): Field | undefined =>
  entity.Fields.find(({ FieldName }) => FieldName === name);

/** Id and text of a lookup's value, which a query has loaded as `{Id, <display field>}`. */
export function lookedUp(value: unknown): { readonly id: string; readonly text: string } | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value !== 'object') return { id: textOf(value), text: textOf(value) };
  const { Id, ...rest } = value as { Id: string } & Row;
  return { id: Id, text: textOf(Object.values(rest)[0]) || Id };
}

/** Text by which people know a record. */
export function displayText(entity: EntitySummary, row: Row): string {
  const value = entity.DisplayField === null ? undefined : row[entity.DisplayField];
  const shown = lookedUp(value)?.text;
  return shown === undefined || shown === '' ? String(row.Id).slice(0, 8) : shown;
}

/** Entities of the environment, not of the service, that the caller may read. */
export const readableEntities = (entities: readonly EntitySummary[]): readonly EntitySummary[] =>
  entities.filter(({ IsSystem, Read }) => IsSystem !== true && Read !== 'None');

/** True where the caller may read rows of an entity. */
export const mayRead = (entities: readonly EntitySummary[], name: string | undefined): boolean =>
  entities.some(({ EntityName, Read }) => EntityName === name && Read !== 'None');

/** True where the caller may insert rows of an entity. */
export const mayCreate = (entities: readonly EntitySummary[], name: string): boolean =>
  entities.some(({ EntityName, Create }) => EntityName === name && Create !== 'None');

/** Relations whose children are parts of a record: they are deleted with it. */
export const partsOf = ({ Relations }: Entity): readonly Relation[] =>
  Relations.filter(({ OnDelete, ChildEntity }) => OnDelete === 'Cascade' && ChildEntity !== undefined);
