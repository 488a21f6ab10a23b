import { DomainError } from '#core/errors.js';
import { isArray, isObject, JsonNumber, type JsonObject, type JsonValue, writeJson } from '#core/json/json.js';
import { NO_VALUE } from '#core/requests/operand-source.js';

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

const TOKEN = /\{\{([^{}]*)\}\}/g;

/** True for a text that opens a token and does not close it. `}}` alone is text: JSON may end so. */
export const hasUnclosedToken = (text: string): boolean => text.replaceAll(TOKEN, '').includes('{{');

/** Most tokens of a text of a definition. */
export const MAX_TOKENS = 1_000;

/** Tells whether a text opens more tokens than it may have, without reading them. */
export function hasTooManyTokens(text: string): boolean {
  let count = 0;
  for (let at = text.indexOf('{{'); at >= 0; at = text.indexOf('{{', at + 2)) if (++count > MAX_TOKENS) return true;
  return false;
}

/** The token that a value is, if it is one token alone. */
export function onlyToken(json: JsonValue | undefined): Token | undefined {
  if (typeof json !== 'string') return undefined;
  const [, inner] = /^\{\{([^{}]*)\}\}$/.exec(json) ?? [];
  return inner === undefined ? undefined : tokenOf(inner);
}

/** True for a text with a token. */
export const hasToken = (text: string): boolean => /\{\{[^{}]*\}\}/.test(text);

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

/** Most characters of a text with the values of its tokens, and of all values of the tokens of an action. */
export const [MAX_TEXT_CHARACTERS, MAX_VALUE_CHARACTERS] = [1024 * 1024, 5 * 1024 * 1024];

/** Counts the characters of values before they are joined. */
export class ValueRoom {
  #characters = 0;

  constructor(
    private readonly most: number,
    private readonly of: string,
  ) {}

  /** @throws {DomainError} TooLarge beyond the limit */
  take(characters: number): void {
    this.#characters += characters;
    if (this.#characters <= this.most) return;
    const message = `${this.of} has more than ${this.most} characters with the values of its tokens.`;
    throw new DomainError({ code: 'TooLarge', message, params: { MaxCharacters: this.most } });
  }

  /** Text of a value, which is measured before it is made. @throws {DomainError} TooLarge */
  textOf(json: JsonValue | undefined): string {
    this.measure(json);
    return textOf(json);
  }

  /** Takes the characters of a value. @throws {DomainError} TooLarge */
  measure(json: JsonValue | undefined): void {
    if (typeof json === 'string') this.take(json.length);
    else if (json instanceof JsonNumber) this.take(json.text.length);
    else if (isArray(json)) for (const item of json) this.measure(item);
    else if (isObject(json))
      for (const [name, item] of Object.entries(json)) {
        this.take(name.length + 3);
        this.measure(item);
      }
    this.take(1);
  }
}

/**
 * Replaces the tokens inside a value. A text that is one token alone becomes the token's value with its type; in any other
 * text a token becomes the text of its value. Values are data: they are not searched for tokens again.
 *
 * @param room for the characters of all values together
 * @throws {DomainError} TooLarge beyond them, or for a text of more than `MAX_TEXT_CHARACTERS`
 */
export const resolveTokens = (json: JsonValue, find: FindToken, room = new ValueRoom(Infinity, '')): JsonValue =>
  replaced(json, '', (text, path) => valueOfText(text, find, path, room));

/**
 * Replaces the tokens inside a where-clause, as `resolveTokens` does. A text one of whose tokens has no value is an operand
 * without a value: it never widens what the clause matches.
 */
export const resolveClauseTokens = (json: JsonValue, find: FindToken, room = roomOfAction()): JsonValue =>
  replaced(json, '', (text, path) => {
    const lacksValue = parseTemplate(text).some((part) => typeof part !== 'string' && isNothing(find(part)));
    return lacksValue ? NO_VALUE : valueOfText(text, find, path, room);
  });

/** Room for the values of all members of an action. */
export const roomOfAction = (): ValueRoom => new ValueRoom(MAX_VALUE_CHARACTERS, 'The action');

/** True for null and for a list of nulls alone. */
const isNothing = (json: JsonValue = null): boolean =>
  json === null || (isArray(json) && json.length > 0 && json.every((item) => item === null));

/** Replaces each text with tokens inside a value. */
function replaced(json: JsonValue, path: string, valueOf: (text: string, path: string) => JsonValue): JsonValue {
  if (typeof json === 'string') return json.includes('{{') ? valueOf(json, path) : json;
  if (isArray(json)) return json.map((item, i) => replaced(item, `${path}[${i}]`, valueOf));
  if (!isObject(json)) return json;
  const resolved: Record<string, JsonValue> = Object.create(null) as Record<string, JsonValue>;
  for (const [name, item] of Object.entries(json))
    resolved[name] = replaced(item, path === '' ? name : `${path}.${name}`, valueOf);
  return resolved;
}

function valueOfText(text: string, find: FindToken, path: string, room: ValueRoom): JsonValue {
  const only = onlyToken(text);
  if (only) {
    const value = find(only) ?? null;
    room.measure(value);
    return value;
  }
  const joined = joinTemplate(parseTemplate(text), path || 'The text', (part, own) => own.textOf(find(part)));
  room.take(joined.length);
  return joined;
}

/**
 * Joins the parts of a text.
 * @param path of the text, for the message
 * @param textOfToken text of a token, which it takes from the room
 * @throws {DomainError} TooLarge for more than `MAX_TEXT_CHARACTERS`
 */
export function joinTemplate(
  template: Template,
  path: string,
  textOfToken: (token: Token, room: ValueRoom) => string,
): string {
  const room = new ValueRoom(MAX_TEXT_CHARACTERS + template.length, path);
  return template
    .map((part) => {
      if (typeof part !== 'string') return textOfToken(part, room);
      room.take(part.length);
      return part;
    })
    .join('');
}

/**
 * Text of a value inside another text: null is empty, a list of texts such as a MultiEnum is joined by commas, a looked-up
 * record is its id, and any other list or document is its JSON text.
 */
export function textOf(json: JsonValue | undefined): string {
  if (json === undefined || json === null) return '';
  if (typeof json === 'string') return json;
  if (isArray(json) && json.every((item) => typeof item === 'string')) return json.join(', ');
  return isObject(json) && isLookedUp(json) ? textOf(json.Id) : writeJson(json);
}

/** True for what `LoadLookUpValues` puts in the place of an id: the id and the display field. */
const isLookedUp = (json: JsonObject): boolean => typeof json.Id === 'string' && Object.keys(json).length <= 2;
