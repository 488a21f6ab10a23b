import { isArray, isObject, JsonNumber, type JsonObject, type JsonValue } from '../json/json.js';

/** A token `{{…}}` of a text: a path such as `Record.OwnerId`, or a global such as `Today+30d`. */
export interface Token {
  /** Text between the braces, without spaces around it. */
  readonly text: string;
  /** Its parts between the dots. */
  readonly path: readonly string[];
}

/** A text with tokens: literal texts and tokens in their order. */
export type Template = readonly (string | Token)[];

/** Value of a token; undefined where there is none, which acts as null. */
export type FindToken = (token: Token) => JsonValue | undefined;

/** Stands in a where-clause for a value that the tokens of a text do not have, unlike a null that its author wrote. */
export const NO_VALUE: JsonObject = Object.freeze(Object.create(null) as JsonObject);

const TOKEN = /\{\{([^{}]*)\}\}/g;

/** True for a text that opens a token and does not close it. `}}` alone is text: JSON may end so. */
export const hasUnclosedToken = (text: string): boolean => text.replaceAll(TOKEN, '').includes('{{');

/** Splits a text at its tokens. */
export function parseTemplate(text: string): Template {
  const parts: (string | Token)[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    if (match.index > end) parts.push(text.slice(end, match.index));
    parts.push(tokenOf(match[1]));
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

/** Reads what stands between the braces of a token, which is also how where-clauses of workflows name values. */
export function tokenOf(inner: string): Token {
  const text = inner.trim();
  return { text, path: text.split('.').map((part) => part.trim()) };
}

/** A token with its place inside a JSON value, such as `Fields[0].Value`. */
export interface PlacedToken {
  readonly token: Token;
  readonly path: string;
}

/** Finds the tokens of all texts inside a value. @param path of the value */
export function* tokensIn(json: JsonValue, path: string): Generator<PlacedToken> {
  if (typeof json === 'string') {
    for (const part of parseTemplate(json)) if (typeof part !== 'string') yield { token: part, path };
  } else if (isArray(json)) {
    for (const [i, item] of json.entries()) yield* tokensIn(item, `${path}[${i}]`);
  } else if (isObject(json)) {
    for (const [name, item] of Object.entries(json)) yield* tokensIn(item, path === '' ? name : `${path}.${name}`);
  }
}

/**
 * Replaces the tokens inside a value. A text that is one token alone becomes the token's value with its type; in any other
 * text a token becomes the text of its value. Values are data: they are not searched for tokens again.
 */
export const resolveTokens = (json: JsonValue, find: FindToken): JsonValue =>
  replaced(json, (template) => valueOfTemplate(template, find));

/**
 * Replaces the tokens inside a where-clause, as `resolveTokens` does. A text one of whose tokens has no value is an operand
 * without a value: it never widens what the clause matches.
 */
export const resolveClauseTokens = (json: JsonValue, find: FindToken): JsonValue =>
  replaced(json, (template) => {
    const lacksValue = template.some((part) => typeof part !== 'string' && isNothing(find(part)));
    return lacksValue ? NO_VALUE : valueOfTemplate(template, find);
  });

/** True for null and for a list of nulls alone. */
const isNothing = (json: JsonValue = null): boolean =>
  json === null || (isArray(json) && json.length > 0 && json.every((item) => item === null));

/** Replaces each text with tokens inside a value. */
function replaced(json: JsonValue, valueOf: (template: Template) => JsonValue): JsonValue {
  if (typeof json === 'string') return json.includes('{{') ? valueOf(parseTemplate(json)) : json;
  if (isArray(json)) return json.map((item) => replaced(item, valueOf));
  if (!isObject(json)) return json;
  const resolved: Record<string, JsonValue> = Object.create(null) as Record<string, JsonValue>;
  for (const [name, item] of Object.entries(json)) resolved[name] = replaced(item, valueOf);
  return resolved;
}

function valueOfTemplate(template: Template, find: FindToken): JsonValue {
  const [first] = template;
  if (template.length === 1 && typeof first !== 'string') return find(first) ?? null;
  return template.map((part) => (typeof part === 'string' ? part : textOf(find(part)))).join('');
}

/** Text of a value inside another text: null is empty, lists are joined by commas. */
export function textOf(json: JsonValue | undefined): string {
  if (json === undefined || json === null) return '';
  if (typeof json === 'string') return json;
  if (json instanceof JsonNumber) return json.text;
  if (typeof json === 'boolean') return String(json);
  if (isArray(json)) return json.map(textOf).join(', ');
  return textOf(json.Id);
}
