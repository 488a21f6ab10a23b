import { shortened } from '#core/nearest.js';
import { DomainError } from '#core/errors.js';
import type { JsonObject } from '#core/json/json.js';
import {
  type FindToken,
  joinTemplate,
  parseTemplate,
  textOf,
  type Token,
  type ValueRoom,
} from '#core/tokens/template.js';

/** Finds a secret by its exact name. */
type FindSecret = (name: string) => string | undefined;

/**
 * Resolves the headers of a call as its definition has them, secrets included. Values are not searched for tokens again,
 * so data cannot name a secret.
 *
 * @throws {DomainError} Validation for a secret that there is not
 */
export function headersOf(
  definition: JsonObject,
  find: FindToken,
  findSecret: FindSecret,
): Readonly<Record<string, string>> {
  const valueOf = (token: Token, room: ValueRoom): string => secretOf(token, findSecret) ?? room.textOf(find(token));
  const resolved = Object.entries(definition).map(([name, value]) => {
    const template = parseTemplate(textOf(value));
    return [name, joinTemplate(template, `Headers.${name}`, valueOf)] as const;
  });
  return Object.fromEntries(resolved);
}

/** Returns the names of the headers whose definition holds a secret. */
export const secretHeadersOf = (definition: JsonObject): readonly string[] =>
  Object.keys(definition).filter((name) =>
    parseTemplate(textOf(definition[name])).some((part) => typeof part !== 'string' && namesSecret(part)),
  );

const namesSecret = ({ path: [first, ...rest] }: Token): boolean => first.toLowerCase() === 'secret' && rest.length > 0;

function secretOf(token: Token, findSecret: FindSecret): string | undefined {
  if (!namesSecret(token)) return undefined;
  const name = token.path.slice(1).join('.');
  const secret = findSecret(name);
  if (secret !== undefined) return secret;
  const message = `The environment has no secret '${shortened(name, 64)}'. The operator lists them in SECRETS_FILE.`;
  throw new DomainError({ code: 'Validation', message, path: 'Headers' });
}
