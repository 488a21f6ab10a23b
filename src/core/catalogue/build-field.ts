import { isObject, type JsonObject, type JsonValue } from '../json/json.js';
import { Definition } from './definition.js';
import { FIELD_TYPES, type EnumValue, type Field, type FieldType } from './field.js';
import { PLAIN_FIELD } from './system-fields.js';

/** An enum value as its bare name or as `{Value, Text, IsActive}`. */
function enumValue(json: JsonValue): EnumValue {
  const definition = new Definition(isObject(json) ? json : { Value: json });
  const value = definition.text('Value') ?? '';
  return { value, text: definition.text('Text') ?? value, isActive: definition.flag('IsActive', true) };
}

const isFieldType = (type: string | undefined): type is FieldType => FIELD_TYPES.some((known) => known === type);

/** The field a definition describes. What its rules may say is checked by `fieldDefinitionProblems`. */
export function buildField(entityName: string, json: JsonObject): Field {
  const definition = new Definition(json);
  const type = definition.text('FieldType');
  if (!isFieldType(type)) throw new Error(`${entityName}: unknown field type '${type}'.`);
  const name = definition.text('FieldName') ?? '';
  const { int, text } = { int: (n: string) => definition.int(n), text: (n: string) => definition.text(n) };
  return {
    ...PLAIN_FIELD,
    id: text('Id') ?? `${entityName}.${name}`,
    entityName,
    name,
    type,
    required: definition.flag('Required'),
    unique: definition.flag('Unique'),
    readOnly: definition.flag('ReadOnly') || type === 'AutoNumber',
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
    target: text('Target'),
    pattern: text('Pattern') ?? (type === 'AutoNumber' ? '{0}' : undefined),
  };
}
