import type { Catalogue } from '#core/catalogue/catalogue.js';
import { relationNamed, type Entity } from '#core/catalogue/entity.js';
import { DomainError, type Fault } from '#core/errors.js';
import { isArray, isObject, type JsonValue } from '#core/json/json.js';
import type { Assignment } from '#core/requests/assignments.js';

/** A nested record, and the path to it or to one of its fields by names. */
interface NamedPlace {
  readonly entity: Entity;
  readonly path: string;
}

type Given = Pick<Assignment, 'name' | 'value'>;

/** Path of an assignment of the request's record, and the rest of a path into its value. */
const WITHIN = /^(Fields\[\d+\])(\.Value.*)$/s;
const NESTED = /^\.Value(?:\.(Create|Update|Delete))?(?:\[(\d+)\])?(.*)$/s;
const LISTED = /^\.Fields\[(\d+)\](.*)$/s;
const MEMBER = /^\.([^.[\]]+)(.*)$/s;

const elementOf = (json: JsonValue | undefined, at: string | undefined): JsonValue | undefined => {
  if (at === undefined) return json;
  if (isArray(json)) return json[Number(at)];
  return isObject(json) && Object.hasOwn(json, at) ? json[at] : undefined;
};

/** Reads which assignment of a nested record a path names, and the rest of the path. */
function assignmentAt(json: JsonValue | undefined, path: string): readonly [Given, string] | undefined {
  const listed = LISTED.exec(path);
  if (listed) {
    const item = elementOf(isArray(json) ? json : elementOf(json, 'Fields'), listed[1]);
    const [name, value] = [elementOf(item, 'FieldName'), elementOf(item, 'Value')];
    return typeof name === 'string' ? [{ name, value: value ?? null }, listed[2]] : undefined;
  }
  const member = MEMBER.exec(path);
  const value = member ? elementOf(json, member[1]) : undefined;
  return member && value !== undefined ? [{ name: member[1], value }, member[2]] : undefined;
}

/** Canonical name of an assigned field or relation, and the entity of its records. */
function assigned(catalogue: Catalogue, entity: Entity, given: string) {
  const field = entity.fields.get(given.toLowerCase());
  const relation = field ? undefined : relationNamed(entity, given);
  const target = catalogue.find(field?.target ?? relation?.childEntity ?? '');
  return { name: field?.name ?? relation?.name ?? given, target };
}

const stepOf = (change?: string, index?: string): string =>
  `${change === undefined ? '' : `.${change}`}${index === undefined ? '' : `[${index}]`}`;

/** Follows the path behind an assignment into nested records. */
function placeOf(catalogue: Catalogue, entity: Entity, given: Given, rest: string, before: string): NamedPlace {
  const { name, target } = assigned(catalogue, entity, given.name);
  const nested = NESTED.exec(rest);
  if (!target || !nested || rest.startsWith('.Value.Match')) return { entity, path: before + name };
  const [, change, index, tail] = nested;
  const path = before + name + stepOf(change, index);
  const found = assignmentAt(elementOf(elementOf(given.value, change), index), tail);
  return found ? placeOf(catalogue, target, found[0], found[1], `${path}.`) : { entity: target, path };
}

/**
 * Adds to faults of nested records the name of their entity and their path by names, such as `OrderLines[1].Quantity`, as
 * params (docs/interface/records.md#error-paths).
 * @param assignments of the record of the request
 */
export function namedFaults(
  catalogue: Catalogue,
  { entityName, assignments }: { readonly entityName: string; readonly assignments: readonly Assignment[] },
  faults: readonly Fault[],
): readonly Fault[] {
  const root = catalogue.find(entityName);
  const byPath = new Map(assignments.map((assignment) => [assignment.path, assignment]));
  return faults.map((fault) => {
    const [, at, rest] = WITHIN.exec(fault.path ?? '') ?? [];
    const given = byPath.get(at);
    if (!root || !given) return fault;
    const { entity, path } = placeOf(catalogue, root, given, rest, '');
    if (!/[.[]/.test(path)) return fault;
    const missing = path.endsWith(']') && fault.fieldName !== undefined ? `.${fault.fieldName}` : '';
    return { ...fault, params: { ...fault.params, EntityName: entity.name, NamedPath: path + missing } };
  });
}

/** Executes a write, whose faults then name nested records. @throws what the write throws */
export async function namingFaults<T>(
  catalogue: Catalogue,
  command: Parameters<typeof namedFaults>[1],
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw error instanceof DomainError && error.constructor === DomainError
      ? new DomainError(namedFaults(catalogue, command, error.faults))
      : error;
  }
}
