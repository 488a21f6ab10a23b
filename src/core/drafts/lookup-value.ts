import { identityFields, type Entity } from '../catalogue/entity.js';
import type { Field } from '../catalogue/field.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import type { Faults } from '../errors.js';
import { isArray, isObject, type JsonObject, type JsonValue } from '../json/json.js';
import { checkValue } from '../values/field-rules.js';
import { valueTypeOf } from '../values/value-types.js';
import { readNestedRecord, type Assignment } from './assignments.js';
import type { InlineUpdate, Match } from './draft.js';

/** What a lookup's value asks for (contract §4): an existing target by id or unique field, a new one, or a changed one. */
export type LookupValue =
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'match'; readonly match: Match }
  | { readonly kind: 'create'; readonly assignments: readonly Assignment[] }
  | { readonly kind: 'update'; readonly update: InlineUpdate }
  | { readonly kind: 'faulty' };

const FAULTY: LookupValue = { kind: 'faulty' };

function readMatch(
  target: Entity,
  json: JsonObject,
  field: Field,
  { path, faults }: { path: string; faults: Faults },
): LookupValue {
  const at = `${path}.Value.Match`;
  const { FieldName: name, Value: value } = json;
  const matched = typeof name === 'string' ? target.fields.get(name.toLowerCase()) : undefined;
  if (!matched || !identityFields(target).has(matched.name)) {
    const unique = [...identityFields(target)].join(', ');
    const message = `Match takes {"FieldName", "Value"} with a unique field of ${target.name}: ${unique}.`;
    faults.add('Validation', message, { fieldName: field.name, path: at });
    return FAULTY;
  }
  const parsed = valueTypeOf(matched).parse(value ?? null, matched);
  if (parsed.ok) return { kind: 'match', match: { field: matched, value: parsed.value } };
  faults.add('Validation', `Match needs ${parsed.expected} for ${target.name}.${matched.name}.`, {
    fieldName: field.name,
    path: at,
  });
  return FAULTY;
}

function readInline(
  target: Entity,
  assignments: readonly Assignment[],
  field: Field,
  context: { path: string; faults: Faults },
): LookupValue {
  const idAssignment = assignments.find(({ name }) => name.toLowerCase() === 'id');
  if (!idAssignment) return { kind: 'create', assignments };
  const id = checkValue(target.fields.get('id')!, idAssignment.value, idAssignment.path);
  if (id.faults.length > 0) {
    context.faults.push(...id.faults.map((fault) => ({ ...fault, fieldName: field.name })));
    return FAULTY;
  }
  const rest = assignments.filter((assignment) => assignment !== idAssignment);
  const targetId = String(id.value);
  if (rest.length === 0) return { kind: 'id', id: targetId };
  return { kind: 'update', update: { entity: target, id: targetId, assignments: rest, path: context.path } };
}

/** Whether a lookup's value names an existing target, by its Id or a unique field, and is no record of its own. */
export const namesTarget = (json: JsonValue, target: Entity): boolean =>
  !(isObject(json) || isArray(json)) || isMatch(json, target);

const isMatch = (json: JsonValue, target: Entity): json is { Match: JsonObject } =>
  isObject(json) && isObject(json.Match) && Object.keys(json).length === 1 && !target.fields.has('match');

/** Reads a lookup's value; what is wrong with it goes to `faults`. */
export function readLookup(
  catalogue: Catalogue,
  target: Entity,
  field: Field,
  assignment: Assignment,
  faults: Faults,
): LookupValue {
  const { value, path } = assignment;
  const hidden = catalogue.find(target.name)?.kind !== 'business';
  if (isMatch(value, target)) return readMatch(target, value.Match, field, { path, faults });
  if ((isObject(value) || isArray(value)) && hidden) {
    faults.add('Validation', `${field.name} takes the Id of a ${target.name} or a Match.`, {
      fieldName: field.name,
      path,
    });
    return FAULTY;
  }
  if (isObject(value) || isArray(value)) {
    const nested = readNestedRecord(value, `${path}.Value`, (name) => target.fields.has(name.toLowerCase()), faults);
    return nested ? readInline(target, nested, field, { path, faults }) : FAULTY;
  }
  const checked = checkValue(field, value, path);
  if (checked.faults.length === 0) return { kind: 'id', id: String(checked.value) };
  faults.push(...checked.faults);
  return FAULTY;
}
