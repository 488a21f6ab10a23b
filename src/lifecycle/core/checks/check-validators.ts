import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { isArray, isObject, type JsonObject, type JsonValue } from '#core/json/json.js';
import {
  clauseFaults,
  faultAt,
  isText,
  nameFaults,
  objectFaults,
  type MemberFaults,
} from '#definitions/core/checks/member-faults.js';

const VALIDATOR_MEMBERS = ['Name', 'WhereClause', 'Hook', 'Message'];

/** Checks the `Validators` of a transition. @param hooks names of the validator hooks in code */
export function* validatorFaults(
  ctx: RequestContext,
  entity: Entity,
  json: JsonValue | undefined,
  hooks: readonly string[],
): MemberFaults {
  if (json === undefined) return;
  if (!isArray(json)) return yield faultAt('Validators', 'Validators must be an array of objects.');
  for (const [i, validator] of json.entries()) {
    const path = `Validators[${i}]`;
    yield* objectFaults(validator, path, VALIDATOR_MEMBERS);
    if (isObject(validator)) yield* memberFaults(ctx, entity, validator, { path, hooks });
  }
}

function* memberFaults(
  ctx: RequestContext,
  entity: Entity,
  { Name: name, Message: message, WhereClause: where = null, Hook: hook = null }: JsonObject,
  { path, hooks }: { readonly path: string; readonly hooks: readonly string[] },
): MemberFaults {
  if (name && typeof name !== 'string') yield faultAt(`${path}.Name`, 'The name must be text.');
  if (!isText(message))
    yield faultAt(`${path}.Message`, 'A message is required: what the caller of a refused move is to read.');
  if ((where === null) === (hook === null)) yield faultAt(path, 'A validator has either a WhereClause or a Hook.');
  yield* nameFaults(hook, `${path}.Hook`, { kind: 'a validator hook of this service', names: hooks });
  if (where !== null) yield* clauseFaults(ctx, entity, where, `${path}.WhereClause`);
}
