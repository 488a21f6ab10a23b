import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { DefinitionProblem } from './definition-problem.js';
import { Definition } from '#core/catalogue/definition.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import { ENVELOPE_COLUMNS, SYSTEM_FIELD_NAMES } from '#core/catalogue/system-fields.js';
import { isArray, isObject, type JsonObject, type JsonValue } from '#core/json/json.js';
import { misspeltMembers } from '#core/nearest.js';
import { fieldDefinitionProblems } from '#core/fields/field-definition.js';
import { valueLabelFaults } from './check-labels.js';
import { nameProblem } from './definition-names.js';

/** Column names of every table, in lower case, which no field may have. */
const RESERVED: ReadonlySet<string> = new Set(
  [...SYSTEM_FIELD_NAMES, ...ENVELOPE_COLUMNS.map(([name]) => name)].map((name) => name.toLowerCase()),
);

/** Finds faults in the fields of one entity. */
export function* fieldProblems(
  catalogue: Catalogue,
  entity: Entity,
  definition: Definition,
): Generator<DefinitionProblem> {
  const fieldNames = new Set<string>();
  for (const json of definition.objects('Fields')) {
    const { id, name } = identity(entity, json);
    const about = { entityName: 'Field', id, name: `${entity.name}.${name}` };
    const problem = namingProblem(entity, name, fieldNames);
    fieldNames.add(name.toLowerCase());
    if (problem) yield { ...about, fieldName: 'FieldName', message: problem };
    const field = entity.fields.get(name.toLowerCase());
    if (problem || !field || field.id !== id) continue;
    for (const message of [...shapeProblems(json), ...ownProblems(catalogue, field)]) {
      yield { ...about, ...memberOf(message), message: `${about.name}: ${message}` };
    }
  }
}

function identity(entity: Entity, json: JsonObject): { readonly id: string; readonly name: string } {
  const definition = new Definition(json);
  const name = definition.text('FieldName') ?? '';
  return { id: definition.text('Id') ?? `${entity.name}.${name}`, name };
}

function namingProblem(entity: Entity, name: string, fieldNames: ReadonlySet<string>): string | undefined {
  const key = name.toLowerCase();
  if (fieldNames.has(key)) return `Two fields of ${entity.name} are called ${name}; letter case makes no difference.`;
  if (RESERVED.has(key)) return `${entity.name}.${name}: ${name} is a reserved name.`;
  const child = entity.children.get(key);
  if (child) return `${entity.name}.${name}: a relation of ${entity.name} has this name.`;
  return nameProblem(name);
}

function* ownProblems(catalogue: Catalogue, field: Field): Generator<string> {
  const target = field.target === undefined ? undefined : catalogue.find(field.target);
  if (field.target && !target) yield `Target: there is no entity ${field.target}.`;
  if (target?.view) yield `Target: ${target.name} has no records that could be looked up.`;
  yield* fieldDefinitionProblems(field);
}

/** Checks the shape of members of type Json, which the field type leaves open. */
function* shapeProblems(json: JsonObject): Generator<string> {
  const values = new Definition(json).value('Values');
  if (values === undefined) return;
  if (!isArray(values)) return yield 'Values must be an array.';
  for (const [i, value] of values.entries()) {
    if (isObject(value)) {
      yield* misspeltMembers(value, `Values[${i}]`, ENUM_VALUE_MEMBERS);
      for (const { message } of valueLabelFaults(value, `Values[${i}]`)) yield message;
    }
    if (!isEnumValue(value)) yield `Values[${i}] must be text or {"Value", "Text"?, "Help"?, "Labels"?, "IsActive"?}.`;
  }
}

const ENUM_VALUE_MEMBERS = ['Value', 'Text', 'Help', 'Labels', 'IsActive'];

function isEnumValue(json: JsonValue): boolean {
  if (typeof json === 'string') return true;
  if (!isObject(json) || typeof json.Value !== 'string') return false;
  const { Text: text = null, IsActive: isActive = null } = json;
  return (text === null || typeof text === 'string') && (isActive === null || typeof isActive === 'boolean');
}

/** Finds the member that a message is about, which is its first word. */
function memberOf(message: string): { readonly fieldName?: string } {
  const [word] = /^[A-Z][A-Za-z]+/.exec(message) ?? [];
  if (word === 'Target') return { fieldName: 'TargetId' };
  return word ? { fieldName: word } : {};
}
