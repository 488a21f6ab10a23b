import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import { describeLabels, type Languages, wordingIn } from '#core/catalogue/labels.js';
import type { RequestContext } from '#core/context/context.js';
import { fieldReadOf } from '#core/rights/field-rights.js';
import { JsonNumber, type JsonObject, type JsonValue } from '#core/json/json.js';
import { isKnown, mayCreateField, mayUpdateField } from './known.js';

/** Members of a description; absent ones do not apply. */
type Described = Readonly<Record<string, JsonValue | undefined>>;

const count = (value: number | undefined): JsonValue | undefined =>
  value === undefined ? undefined : new JsonNumber(String(value));

/** Flags that are listed where they are true. */
const flags = (given: Readonly<Record<string, boolean>>): Described =>
  Object.fromEntries(Object.entries(given).filter(([, isTrue]) => isTrue));

const bound = (type: Field['type'], text: string | undefined): JsonValue | undefined =>
  text === undefined || (type !== 'Int' && type !== 'Decimal') ? text : new JsonNumber(text);

const valuesOf = ({ values }: Field, languages: Languages): JsonValue | undefined =>
  values.length === 0
    ? undefined
    : values.map(({ value, text, isActive, labels }) => {
        const { label = text, help } = labels ? wordingIn(labels, languages) : {};
        return { Value: value, Text: label, ...(help !== undefined && { Help: help }), IsActive: isActive };
      });

/** Type of the field as in its definition, and of its values where another field determines them. */
const typesOf = ({ type, computed, rollup }: Field): Described => {
  if (!computed && !rollup) return { FieldType: type };
  return { FieldType: computed ? 'Computed' : 'Rollup', ValueType: type };
};

/** Rules that the values of a field obey. */
const rulesOf = (field: Field): Described => ({
  MinLength: count(field.minLength),
  MaxLength: count(field.maxLength),
  Regex: field.regex,
  Format: field.format,
  Min: bound(field.type, field.min),
  Max: bound(field.type, field.max),
  ...(field.type === 'Decimal' && { Precision: count(field.precision), Scale: count(field.scale) }),
  Pattern: field.pattern,
});

/** Describes a field as its definition has it, with what the caller may set (docs/interface/access.md#entities). */
export function describeField(ctx: RequestContext, entity: Entity, field: Field, languages: Languages): JsonObject {
  const target = field.target === undefined ? undefined : ctx.catalogue.find(field.target);
  const isIndexed = entity.indexes.some(({ keys }) => keys[0].field.name === field.name);
  const { isSystem, required, unique, immutable, caseInsensitive } = field;
  const [canCreate, canUpdate] = [mayCreateField(ctx, entity, field), mayUpdateField(ctx, entity, field)];
  // Callers may assign the owner, though no other system field.
  const isReadOnly = field.readOnly && !(field.name === 'OwnerId' && (canCreate || canUpdate));
  return defined({
    FieldName: field.name,
    ...describeLabels(field.labels, languages),
    Description: field.description,
    ...typesOf(field),
    ...(fieldReadOf(ctx, field) === 'Masked' && { Masked: true }),
    Required: required,
    ...flags({
      IsSystem: isSystem,
      Unique: unique,
      ReadOnly: isReadOnly,
      Immutable: immutable,
      CaseInsensitive: caseInsensitive,
    }),
    ...rulesOf(field),
    Default: field.default,
    Values: valuesOf(field, languages),
    Target: target && isKnown(ctx, target) ? target.name : undefined,
    Indexed: isIndexed,
    CanCreate: canCreate,
    CanUpdate: canUpdate,
  });
}

/** Leaves out members without value. */
export const defined = (members: Described): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as JsonObject;
