import { isObject, type JsonObject, type JsonValue } from '#core/json/json.js';
import { Definition } from '#core/catalogue/definition.js';
import { computedMembers, rollupMembers, type FindAggregated } from '#core/catalogue/derived-field.js';
import { FIELD_TYPES, type EnumValue, type Field, type FieldType } from '#core/catalogue/field.js';
import { labelled, labelsOf } from '#core/catalogue/labels.js';
import { PLAIN_FIELD } from '#core/catalogue/system-fields.js';

/** Reads an enum value, given as its bare name or as `{Value, Text, IsActive}`. */
function enumValue(json: JsonValue): EnumValue {
  const definition = new Definition(isObject(json) ? json : { Value: json });
  const value = definition.text('Value') ?? '';
  const [text, labels] = [definition.text('Text') ?? value, labelsOf(definition, 'Text')];
  // Its own text alone needs no labels.
  const isLabelled = labels !== undefined && (labels.languages.size > 0 || labels.own.help !== undefined);
  return { value, text, isActive: definition.flag('IsActive', true), ...(isLabelled && { labels }) };
}

/** Derives the members that depend on the field's type: value type, pattern, and the source of derived values. */
function typeMembers(
  entityName: string,
  definition: Definition,
  find: FindAggregated,
): Partial<Field> & { readonly type: FieldType } {
  const name = definition.text('FieldType');
  const type = FIELD_TYPES.find((known) => known === name);
  if (type === undefined) throw new Error(`${entityName}: unknown field type '${name}'.`);
  if (type === 'Computed') return computedMembers(definition);
  if (type === 'Rollup') return rollupMembers(definition, find);
  return { type, ...(type === 'AutoNumber' && { readOnly: true, pattern: definition.text('Pattern') ?? '{0}' }) };
}

function protectionOf(definition: Definition): Pick<Field, 'protection' | 'mask'> {
  const protection = definition.text('Protection') as Field['protection'] | 'None';
  if (protection === undefined || protection === 'None') return {};
  const mask = definition.text('Mask') as Field['mask'];
  return { protection, ...(mask && { mask }) };
}

/**
 * Builds a field from its definition; `fieldDefinitionProblems` checks its rules.
 * @param find returns the field that a rollup aggregates.
 */
export function buildField(entityName: string, json: JsonObject, find: FindAggregated): Field {
  const definition = new Definition(json);
  const name = definition.text('FieldName') ?? '';
  const { int, text } = { int: (n: string) => definition.int(n), text: (n: string) => definition.text(n) };
  return {
    ...PLAIN_FIELD,
    id: text('Id') ?? `${entityName}.${name}`,
    entityName,
    name,
    ...(text('Description') !== undefined && { description: text('Description') }),
    ...labelled(definition),
    required: definition.flag('Required'),
    unique: definition.flag('Unique'),
    readOnly: definition.flag('ReadOnly'),
    immutable: definition.flag('Immutable'),
    caseInsensitive: definition.flag('CaseInsensitive'),
    default: definition.value('Default'),
    minLength: int('MinLength'),
    maxLength: int('MaxLength'),
    regex: text('Regex'),
    format: text('Format') as Field['format'],
    min: text('Min'),
    max: text('Max'),
    precision: int('Precision') ?? PLAIN_FIELD.precision,
    scale: int('Scale') ?? PLAIN_FIELD.scale,
    values: definition.array('Values').map(enumValue),
    ...(definition.flag('Numbered') && { isNumbered: true }),
    target: text('Target'),
    ...(definition.flag('Unconstrained') && { unconstrained: true }),
    ...(definition.flag('Unchecked') && { unchecked: true }),
    ...(text('NamesEntityOf') !== undefined && { namesEntityOf: text('NamesEntityOf') }),
    pattern: text('Pattern'),
    ...protectionOf(definition),
    ...typeMembers(entityName, definition, find),
  };
}
