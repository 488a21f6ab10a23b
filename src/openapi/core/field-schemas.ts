import type { Field } from '#core/catalogue/field.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import { writeJson } from '#core/json/json.js';
import { visible } from '#core/nearest.js';
import { enumSchema, OPEN_OBJECT, orNull, schemaRef, UUID_SCHEMA, type Schema } from '#core/schemas/schema.js';

/** Components that the schemas of fields refer to, by their names. */
export interface FieldComponents {
  /** Component of the values of an Enum or MultiEnum. */
  values(field: Field): string;
  /** Component of a record that a lookup may create; absent where the caller may not. */
  created(entityName: string): string | undefined;
  /** True if the caller may use the entity, so that its name may be shown. */
  isKnown(entityName: string): boolean;
}

/** Components with the schemas of the values that callers may send. */
export interface WrittenComponents extends FieldComponents {
  /** Schema of the values that callers may send for a field, as `writeSchema` makes it. */
  written(field: Field): Schema;
}

/** Number of the name of an Enum, from 1. */
const POSITION: Schema = { type: 'integer', minimum: 1 };

/** Schema of a field's value in answers. */
export function readSchema(field: Field, components: FieldComponents): Schema {
  const schema = { ...shownType(field, components), ...(isServiceOnly(field) && { readOnly: true }) };
  return field.required ? schema : orNull(schema);
}

/** Schema of a value in answers that no field's definition limits, such as a column of a routine. */
export function plainReadSchema(field: Field): Schema {
  const { type, format, items } = valueTypeOf(field).schema(field);
  return field.type === 'Decimal' ? { type, format: 'decimal' } : withoutAbsent({ type, format, items });
}

/** Schema of a value that callers may send for a field, in every form that is accepted. */
export function writeSchema(field: Field, components: FieldComponents): Schema {
  const notes = [...(field.unique ? ['Unique.'] : []), ...defaultOf(field)];
  const schema = acceptedSchema(field, components);
  const described = notes.length > 0 ? { ...schema, description: visible(notes.join(' ')) } : schema;
  return field.required ? described : orNull(described);
}

const isServiceOnly = (field: Field): boolean => field.readOnly || (field.isSystem && field.name !== 'OwnerId');

function shownType(field: Field, components: FieldComponents): Schema {
  if (field.type === 'Enum') return schemaRef(components.values(field));
  if (field.type === 'MultiEnum') return { type: 'array', items: schemaRef(components.values(field)) };
  if (field.type === 'Lookup') return idOf(field, components);
  return plainReadSchema(field);
}

const idOf = ({ target }: Field, components: FieldComponents): Schema =>
  target !== undefined && components.isKnown(target)
    ? { ...UUID_SCHEMA, description: `Id of a record of ${target}.` }
    : UUID_SCHEMA;

/** Schema of the values other than null that callers may send for a field, with its rules. */
export function acceptedSchema(field: Field, components: FieldComponents): Schema {
  const rules = valueTypeOf(field).schema(field);
  switch (field.type) {
    case 'Text':
    case 'LongText':
      return textSchema(field, rules);
    case 'Decimal':
      return { ...rules, type: ['number', 'string'], format: 'decimal' };
    case 'Int':
      return { ...rules, type: ['integer', 'string'] };
    case 'Bool':
      return { type: ['boolean', 'string'] };
    case 'Enum':
      return field.isNumbered ? { anyOf: [accepted(field, components), POSITION] } : accepted(field, components);
    case 'MultiEnum':
      return { anyOf: [{ type: 'array', items: accepted(field, components) }, { type: 'string' }] };
    case 'Lookup':
      return lookupSchema(field, components);
    default:
      return rules;
  }
}

/** Values that writes take: inactive ones are refused. */
function accepted(field: Field, components: FieldComponents): Schema {
  const active = field.values.filter(({ isActive }) => isActive);
  if (active.length === field.values.length || active.length === 0) return schemaRef(components.values(field));
  return enumSchema(active.map(({ value }) => value));
}

/** A required text must not be empty. A pattern is shown only if JSON Schema can read it, too. */
function textSchema({ required, minLength, regex }: Field, rules: Schema): Schema {
  const { pattern, ...others } = rules;
  return {
    ...others,
    ...(required && { minLength: Math.max(1, minLength ?? 0) }),
    ...(regex !== undefined && isCommonPattern(regex) && { pattern }),
  };
}

function isCommonPattern(regex: string): boolean {
  try {
    return new RegExp(regex, 'u').source !== '';
  } catch {
    return false;
  }
}

function lookupSchema(field: Field, components: FieldComponents): Schema {
  if (field.isSystem || field.target === undefined) return idOf(field, components);
  const created = components.created(field.target);
  const nested =
    created === undefined ? [] : [schemaRef(created), { type: 'array', items: schemaRef('FieldAssignment') }];
  return { anyOf: [idOf(field, components), MATCH, ...nested] };
}

const MATCH: Schema = {
  type: 'object',
  required: ['Match'],
  properties: {
    Match: {
      type: 'object',
      required: ['FieldName', 'Value'],
      properties: { FieldName: { type: 'string' }, Value: {} },
      description: 'Unique field of the target, and its value.',
    },
  },
};

/** Values that a relation takes from an insert: records without their lookup to the parent. */
export const CREATED_CHILDREN: Schema = { type: 'array', items: OPEN_OBJECT };

/** Values that a relation takes from an update of one record. */
export const CHANGED_CHILDREN: Schema = {
  type: 'object',
  properties: { Create: CREATED_CHILDREN, Update: CREATED_CHILDREN, Delete: { type: 'array', items: UUID_SCHEMA } },
};

function defaultOf({ default: given }: Field): readonly string[] {
  if (given === undefined || given === null) return [];
  return [`Default: \`${writeJson(given).replaceAll('`', '')}\`.`];
}

const withoutAbsent = (schema: Schema): Schema =>
  Object.fromEntries(Object.entries(schema).filter(([, member]) => member !== undefined));
