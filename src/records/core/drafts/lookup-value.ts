import { identityFields, type Entity } from '#core/catalogue/entity.js';
import { isOwn } from '#core/catalogue/extended-entities.js';
import type { Field } from '#core/catalogue/field.js';
import type { RequestContext } from '#core/context/context.js';
import { FieldPath } from '#core/criteria/field-path.js';
import { useFault } from '#core/criteria/field-use.js';
import { isArray, isObject, type JsonObject } from '#core/json/json.js';
import { shortened } from '#core/nearest.js';
import type { ShapeReader } from '#core/shapes/shape-reader.js';
import { checkValue } from '#core/fields/field-rules.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import {
  isMatchObject,
  isMisspeltMatch,
  readMatchMembers,
  readNestedRecord,
  type Assignment,
} from '#core/requests/assignments.js';
import type { InlineUpdate, Match } from './draft.js';

/**
 * Value of a lookup (docs/interface/records.md#lookups): an existing target by id or unique field, a new target, or an
 * update of an existing one.
 */
export type LookupValue =
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'match'; readonly match: Match }
  | { readonly kind: 'create'; readonly assignments: readonly Assignment[] }
  | { readonly kind: 'update'; readonly update: InlineUpdate }
  | { readonly kind: 'faulty' };

/** Longest text that a message repeats. */
const MAX_SHOWN = 40;

const FAULTY: LookupValue = { kind: 'faulty' };

/** Fields by which callers may name a target. Every member may name users and teams, but may not read their own fields. */
const namingFields = (target: Entity): ReadonlySet<string> =>
  new Set([...identityFields(target)].filter((name) => !isOwn(target.name, target.fields.get(name.toLowerCase())!)));

function readLookupMatch(
  ctx: RequestContext,
  target: Entity,
  json: JsonObject,
  field: Field,
  { path, reader }: { path: string; reader: ShapeReader },
): LookupValue {
  const at = `${path}.Value.Match`;
  const { faults } = reader;
  const given = readMatchMembers(json, at, reader);
  if (!given) return FAULTY;
  const { name, value } = given;
  const matched = name === undefined ? undefined : target.fields.get(name.toLowerCase());
  if (!matched || !namingFields(target).has(matched.name)) {
    const unique = [...namingFields(target)].join(', ');
    const message = `Match takes {"FieldName", "Value"} with a unique field of ${target.name}: ${unique}.`;
    faults.add('Validation', message, { fieldName: field.name, path: at });
    return FAULTY;
  }
  const fault = useFault(ctx, new FieldPath(target, [], matched), at, 'used');
  if (fault) {
    faults.push(fault);
    return FAULTY;
  }
  const parsed = valueTypeOf(matched).parse(value, matched);
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
  { path, reader: { faults, log } }: { path: string; reader: ShapeReader },
): LookupValue {
  const idAssignment = assignments.find(({ name }) => name.toLowerCase() === 'id');
  if (!idAssignment) return { kind: 'create', assignments };
  const id = checkValue(target.fields.get('id')!, idAssignment.value, idAssignment.path);
  if (id.faults.length > 0) {
    faults.push(...id.faults.map((fault) => ({ ...fault, fieldName: field.name })));
    return FAULTY;
  }
  const rest = assignments.filter((assignment) => assignment !== idAssignment);
  const targetId = String(id.value);
  if (rest.length === 0) return { kind: 'id', id: targetId };
  return { kind: 'update', update: { entity: target, id: targetId, assignments: rest, path, log } };
}

/** Reads a lookup's value; faults go to the reader. */
export function readLookup(
  ctx: RequestContext,
  target: Entity,
  field: Field,
  assignment: Assignment,
  reader: ShapeReader,
): LookupValue {
  const { value, path } = assignment;
  if (isMatchObject(value, target)) return readLookupMatch(ctx, target, value.Match, field, { path, reader });
  if (isObject(value) || isArray(value)) return readRecord(ctx, target, field, assignment, reader);
  const checked = checkValue(field, value, path);
  if (checked.faults.length === 0) return { kind: 'id', id: String(checked.value) };
  const hint = typeof value === 'string' ? matchHint(target, value) : '';
  reader.faults.push(...checked.faults.map((fault) => ({ ...fault, message: `${fault.message}${hint}` })));
  return FAULTY;
}

/** Says how to give a target by a text of its own; empty where it has no unique text, or nothing is given. */
function matchHint(target: Entity, given: string): string {
  const unique = [...target.fields.values()].find(
    ({ name, type }) => type === 'Text' && namingFields(target).has(name),
  );
  if (!unique || given === '') return '';
  const match = JSON.stringify({ Match: { FieldName: unique.name, Value: shortened(given, MAX_SHOWN) } });
  return ` To give it by ${unique.name}, write ${match}.`;
}

/** Reads a target given as a nested record, which is allowed for business entities only. */
function readRecord(
  { catalogue }: RequestContext,
  target: Entity,
  field: Field,
  { value, path }: Assignment,
  reader: ShapeReader,
): LookupValue {
  if (isMisspeltMatch(value, target, `${path}.Value`, reader)) return FAULTY;
  if (catalogue.find(target.name)?.kind !== 'business') {
    const message = `${field.name} takes the Id of a ${target.name} or a Match.`;
    reader.faults.add('Validation', message, { fieldName: field.name, path });
    return FAULTY;
  }
  const nested = readNestedRecord(value, `${path}.Value`, target, reader);
  return nested ? readInline(target, nested, field, { path, reader }) : FAULTY;
}
