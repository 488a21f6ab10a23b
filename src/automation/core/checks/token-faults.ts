import { tokenClauseFaults } from '#core/tokens/token-clause-faults.js';
import type { TokenType } from '#core/tokens/token-types.js';
import type { Field } from '#core/catalogue/field.js';
import type { RequestContext } from '#core/context/context.js';
import { faultAt, type MemberFault, type MemberFaults } from '#definitions/core/checks/member-faults.js';
import type { Fault } from '#core/errors.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import { isArray, isObject, type JsonObject, type JsonValue } from '#core/json/json.js';
import { parseOperandSource } from '#core/requests/operand-source.js';
import {
  hasToken,
  hasTooManyTokens,
  hasUnclosedToken,
  MAX_TOKENS,
  onlyToken,
  parseTemplate,
  tokenOf,
  type Token,
} from '#core/tokens/template.js';
import { tokenValues, type TokenScope } from './token-scope.js';
import { fits, shownType, type TokenValues } from './token-values.js';

/** A text inside a value, with its place. */
interface PlacedText {
  readonly text: string;
  readonly path: string;
}

/** Finds all texts inside a value. */
function* textsIn(json: JsonValue | undefined, path: string): Generator<PlacedText> {
  if (typeof json === 'string') yield { text: json, path };
  else if (isArray(json)) for (const [i, item] of json.entries()) yield* textsIn(item, `${path}[${i}]`);
  else if (isObject(json)) for (const [name, item] of Object.entries(json)) yield* textsIn(item, `${path}.${name}`);
}

/** Finds unclosed and unknown tokens in the texts of a value. */
export function* tokenFaults(scope: TokenScope, json: JsonValue | undefined, path: string): MemberFaults {
  for (const { text, path: at } of textsIn(json, path)) {
    if (hasTooManyTokens(text)) {
      yield faultAt(at, `A text has at most ${MAX_TOKENS} tokens.`);
      continue;
    }
    if (hasUnclosedToken(text)) yield faultAt(at, 'A token is not closed; write {{Name}}.');
    for (const part of parseTemplate(text)) {
      const values = typeof part === 'string' ? undefined : tokenValues(scope, part);
      if (typeof values === 'string') yield faultAt(at, values);
    }
  }
}

/** Refuses tokens in the texts of a value. */
export function* literalFaults(json: JsonValue | undefined, path: string): MemberFaults {
  for (const { text, path: at } of textsIn(json, path)) {
    if (hasToken(text) || hasUnclosedToken(text))
      yield faultAt(at, 'A token is a value; it cannot stand for a name or a choice.');
  }
}

/** True for a value with a token in one of its texts. */
export function hasTokens(json: JsonValue | undefined): boolean {
  for (const { text } of textsIn(json, '')) if (hasToken(text)) return true;
  return false;
}

/** Describes the values of a text that is one token alone; undefined for other values and for faulty tokens. */
export function valuesOfToken(scope: TokenScope, json: JsonValue | undefined): TokenValues | undefined {
  const token = onlyToken(json);
  const values = token && tokenValues(scope, token);
  return typeof values === 'string' ? undefined : values;
}

/** Finds the fault of a token whose values a field cannot take. */
export function* typeFaults(scope: TokenScope, json: JsonValue, to: Field, path: string): MemberFaults {
  const { family } = valueTypeOf(to);
  if (hasTokens(json) && typeof json === 'string' && !onlyToken(json) && (family === 'number' || family === 'bool'))
    return yield faultAt(path, `A text with tokens is Text, but ${to.name} takes ${to.type}; give one token alone.`);
  const values = valuesOfToken(scope, json);
  if (!values || fits(values, to)) return;
  const takes = shownType({ type: to, isList: false });
  yield faultAt(path, `${json as string} is ${shownType(values)}, but ${to.name} takes ${takes}.`);
}

/** Members of a filter whose texts are values. */
const VALUE = /\.Value(\[\d+\])*$/;

/** Finds the faults of tokens in where-clauses and queries: only values may have them. */
export function* clauseTokenFaults(scope: TokenScope, json: JsonValue | undefined, path: string): MemberFaults {
  for (const { text, path: at } of textsIn(json, path))
    yield* VALUE.test(at) ? tokenFaults(scope, text, at) : literalFaults(text, at);
}

/** Finds the faults of a `When` or an `If`, whose fields are tokens. */
export function* conditionFaults(ctx: RequestContext, scope: TokenScope, json: JsonValue, path: string): MemberFaults {
  yield* clauseTokenFaults(scope, json, path);
  for (const { text, path: at } of namesIn(json, path)) {
    const values = tokenValues(scope, tokenOf(text));
    if (typeof values === 'string' && !hasTokens(text)) yield faultAt(at, values);
  }
  const typeOf = (token: Token): TokenType => {
    const values = tokenValues(scope, token);
    return typeof values === 'string' || values.isList ? 'Any' : values.type;
  };
  for (const fault of tokenClauseFaults(ctx, json, path, typeOf)) if (!isOfToken(fault)) yield placed(fault, '');
  for (const { filter, path: at } of filtersIn(json, path)) {
    const type = typeof filter.FieldName === 'string' ? typeOf(tokenOf(filter.FieldName)) : 'Any';
    if (type !== 'Any') yield* typeFaults(scope, filter.Value ?? null, type, `${at}.Value`);
  }
}

/** A filter of a clause whose shape is not checked yet. */
interface RawFilter {
  readonly filter: JsonObject;
  readonly path: string;
}

const filtersIn = (json: JsonValue, path: string): readonly RawFilter[] =>
  (isObject(json) && isArray(json.Filters) ? json.Filters : []).flatMap((filter, i) =>
    isObject(filter) ? [{ filter, path: `${path}.Filters[${i}]` }] : [],
  );

/** Names of tokens in the filters of a condition: `FieldName`, and `Value` where it names another token. */
function* namesIn(json: JsonValue, path: string): Generator<PlacedText> {
  for (const { filter, path: at } of filtersIn(json, path)) {
    yield* textsIn(filter.FieldName, `${at}.FieldName`);
    if (parseOperandSource(filter.ValueType) === 'Field') yield* textsIn(filter.Value, `${at}.Value`);
  }
}

/** Converts the fault of a trial. @param base path of the tried value, if the fault's path begins inside of it */
export function placed({ message, path = '', code }: Fault, base: string): MemberFault {
  const at = base && path ? `${base}.${path}` : base || path;
  const text = path !== '' && message.startsWith(`${path} `) ? `The value ${message.slice(path.length + 1)}` : message;
  return faultAt(at, text, code === 'UnknownMember' ? code : undefined);
}

/** Tells whether a trial took a token for a name, which is reported as a fault of the token. */
export const isOfToken = ({ message }: Fault): boolean => message.includes("'{{");
