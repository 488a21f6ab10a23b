import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { FieldPath } from '#core/criteria/field-path.js';
import { useFault } from '#core/criteria/field-use.js';
import type { Fault } from '#core/errors.js';
import { isArray, isObject, type JsonObject, type JsonValue } from '#core/json/json.js';
import { tokenOf, tokensIn, type Token } from '#core/tokens/template.js';
import { resolveGlobal } from '#core/values/clock.js';
import type { RunInput } from '#core/catalogue/run.js';

/** Row whose fields tokens name, and its entity, by which lookups go on. */
export interface TokenRow {
  readonly row: JsonObject | undefined;
  readonly entity: Entity | undefined;
}

/** Values that the tokens of a step can name. */
export interface TokenSources {
  readonly input: RunInput;
  /** Of `Record` and `Old`. */
  readonly entity: Entity | undefined;
  /** Row of the innermost ForEach. */
  readonly item?: TokenRow;
  /** First rows of the outputs of actions, by name in lower case. */
  readonly actions: ReadonlyMap<string, TokenRow>;
  readonly userId: string;
  readonly at: Date;
  readonly timeZone: string;
}

/** A value of another record, which has to be read. */
export class LookedUp {
  constructor(
    /** Entity of the record. */
    readonly entityName: string,
    readonly id: string,
    /** Field of it, dotted where it goes on. */
    readonly field: string,
  ) {}

  /** Equal for equal values. */
  get key(): string {
    return `${this.entityName} ${this.id} ${this.field}`;
  }
}

/** Value of a token: undefined where there is none, `LookedUp` where it is that of another record. */
export function tokenValue(scope: TokenSources, { path, text }: Token): JsonValue | LookedUp | undefined {
  const [first, ...rest] = path;
  switch (rest.length === 0 ? '' : first.toLowerCase()) {
    case 'record':
      return valueIn({ row: scope.input.Record, entity: scope.entity }, rest);
    case 'old':
      return valueIn({ row: scope.input.Old, entity: scope.entity }, rest);
    case 'item':
      return scope.item && valueIn(scope.item, rest);
    case 'actions':
      return valueOfAction(scope, rest);
    default:
      return plainValue(scope, text);
  }
}

function valueOfAction(
  { actions }: TokenSources,
  [name, ...path]: readonly string[],
): JsonValue | LookedUp | undefined {
  const found = actions.get(name.toLowerCase());
  return found && path.length > 0 ? valueIn(found, path) : undefined;
}

function plainValue({ input, userId, at, timeZone }: TokenSources, text: string): JsonValue | undefined {
  const given = input.Tokens && memberOf(input.Tokens, text);
  if (given !== undefined) return given;
  return text.toLowerCase() === 'me' ? userId : resolveGlobal(text, at, timeZone)?.value;
}

/** Value of a path in a row: under the whole path as its name, inside an object, or behind a lookup. */
function valueIn({ row, entity }: TokenRow, path: readonly string[]): JsonValue | LookedUp | undefined {
  if (!row) return undefined;
  const whole = memberOf(row, path.join('.'));
  if (whole !== undefined || path.length === 1) return whole;
  return behind({ row, entity }, memberOf(row, path[0]), path);
}

/** Value of a path that begins with an object or a lookup. */
function behind(
  { entity }: TokenRow,
  value: JsonValue | undefined,
  [first, ...rest]: readonly string[],
): JsonValue | LookedUp | undefined {
  if (isObject(value)) {
    const inside = valueIn({ row: value, entity: undefined }, rest);
    if (inside !== undefined) return inside;
  }
  const id = isObject(value) ? value.Id : value;
  const target = entity?.fields.get(first.toLowerCase())?.target;
  return target !== undefined && typeof id === 'string' ? new LookedUp(target, id, rest.join('.')) : undefined;
}

/** Value of a member, by its exact name or in any letter case. */
function memberOf(object: JsonObject, name: string): JsonValue | undefined {
  if (Object.hasOwn(object, name)) return object[name];
  const key = name.toLowerCase();
  const found = Object.keys(object).find((each) => each.toLowerCase() === key);
  return found === undefined ? undefined : object[found];
}

/** Fault of a token that names a protected field of the run's record, of which the step's user may not use the values. */
export function tokenFault(ctx: RequestContext, entity: Entity | undefined, { path, text }: Token): Fault | undefined {
  const [first, name] = path;
  if (name === undefined || !['record', 'old'].includes(first.toLowerCase())) return undefined;
  const field = entity?.fields.get(name.toLowerCase());
  return entity && field && useFault(ctx, new FieldPath(entity, [], field), `{{${text}}}`, 'used');
}

/** Tokens of an action: in its texts, and those that its where-clauses name as fields. */
export function* namedTokens(json: JsonValue): Generator<Token> {
  for (const { token } of tokensIn(json, '')) yield token;
}

/** Tokens that a where-clause over tokens names: as `FieldName` and in its values. */
export function* clauseTokens(json: JsonValue): Generator<Token> {
  yield* namedTokens(json);
  yield* fieldTokens(json);
}

function* fieldTokens(json: JsonValue): Generator<Token> {
  if (isArray(json)) for (const item of json) yield* fieldTokens(item);
  if (!isObject(json)) return;
  for (const [name, item] of Object.entries(json)) {
    if (name === 'FieldName' && typeof item === 'string') yield tokenOf(item);
    else yield* fieldTokens(item);
  }
}

/** Names of actions that a token or a member such as `Source` refers to, in lower case. */
export function actionNames(tokens: Iterable<Token>): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { path } of tokens) if (path[0].toLowerCase() === 'actions' && path[1]) names.add(path[1].toLowerCase());
  return names;
}
