import { locationOf, type DefinitionProblem } from './definition-problem.js';
import { whereFaults } from './where-faults.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { isArray, isObject, JsonNumber, type JsonObject, type JsonValue } from '#core/json/json.js';
import { didYouMean, shortened } from '#core/nearest.js';
import { isNoWhereClause } from '#core/requests/where-clause.js';

/** Fault of a member of one definition record. */
export type MemberFault = Pick<DefinitionProblem, 'fieldName' | 'message' | 'path' | 'code'>;

export type MemberFaults = Generator<MemberFault>;

/** Builds the fault of a member, such as `Steps[0].Rule`; its message names the path if it is inside a value. */
export function faultAt(path: string, message: string, code?: DefinitionProblem['code']): MemberFault {
  const fieldName = path.split(/[.[]/)[0];
  const isInside = path !== fieldName;
  return { fieldName, message: isInside ? `${path}: ${message}` : message, ...(isInside && { path }), code };
}

/** Reads an object with known members; every other member is a fault. */
export function* objectFaults(json: JsonValue | undefined, path: string, known: readonly string[]): MemberFaults {
  if (!isObject(json)) return yield faultAt(path, `An object with ${known.join(', ')} is required.`);
  for (const name of Object.keys(json).filter((each) => !known.includes(each))) {
    const message = `Unknown member '${shortened(name)}'.${didYouMean(name, known) || ` It has ${known.join(', ')}.`}`;
    yield faultAt(path, message, 'UnknownMember');
  }
}

/** Names of one kind that a definition may give. */
export interface KnownNames {
  /** Kind of the named definition with its article, such as `a role`. */
  readonly kind: string;
  readonly names: readonly string[];
}

/** Most names in one list. */
const MAX_NAMES = 1_000;

/** Checks an optional array of names. */
export function* namesFaults(json: JsonValue | undefined, path: string, known: KnownNames): MemberFaults {
  if (json === undefined || json === null) return;
  if (!isArray(json)) return yield faultAt(path, `An array of the names of ${known.kind} each is required.`);
  if (json.length > MAX_NAMES)
    return yield faultAt(path, `At most ${MAX_NAMES} names are allowed, not ${json.length}.`);
  for (const [i, name] of json.entries()) yield* nameFaults(name, `${path}[${i}]`, known);
}

/** Checks an optional name. */
export function* nameFaults(json: JsonValue | undefined, path: string, { kind, names }: KnownNames): MemberFaults {
  if (json === undefined || json === null) return;
  if (typeof json !== 'string') yield faultAt(path, `The name of ${kind} is required.`);
  else if (!names.includes(json))
    yield faultAt(path, `'${shortened(json)}' is not the name of ${kind}.${didYouMean(json, names)}`);
}

/** Checks an optional where-clause on rows of `entity`. */
export function* optionalClauseFaults(
  ctx: RequestContext,
  entity: Entity,
  json: JsonValue | undefined,
  path: string,
): MemberFaults {
  if (json === undefined || json === null) return;
  if (isNoWhereClause(json) && isEmptyObject(json))
    return yield faultAt(path, 'The clause has no filters; leave it out where there is no condition.');
  yield* clauseFaults(ctx, entity, json, path);
}

const isEmptyObject = (json: JsonValue): boolean =>
  isObject(json) && Object.keys(json).every((name) => name === 'Filters' || name === 'FilterLogic');

/** Finds the faults of a required where-clause, with the messages of a query. */
export function* clauseFaults(ctx: RequestContext, entity: Entity, json: JsonValue, path: string): MemberFaults {
  for (const fault of whereFaults(ctx, entity, json, path)) {
    yield { fieldName: path.split(/[.[]/)[0], message: fault.message, ...locationOf({ path, ...fault }) };
  }
}

/** Checks an optional member that is true or false. */
export function* flagFaults(json: JsonObject, path: string, name: string): MemberFaults {
  const value = json[name] ?? false;
  if (typeof value !== 'boolean') yield faultAt(`${path}.${name}`, 'The value must be true or false.');
}

/** Tells whether a value is text that says something. */
export const isText = (json: JsonValue | undefined): json is string => typeof json === 'string' && json.trim() !== '';

/** Reads a number, also from text; NaN for every other value. */
export function numberOf(json: JsonValue | undefined): number {
  const text = json instanceof JsonNumber ? json.text : typeof json === 'string' ? json.trim() : '';
  return text === '' ? Number.NaN : Number(text);
}
