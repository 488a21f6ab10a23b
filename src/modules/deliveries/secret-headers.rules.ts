import { shortened } from '../../core/nearest.js';
import { DomainError } from '../../core/errors.js';
import type { JsonObject } from '../../core/json/json.js';
import { type FindToken, parseTemplate, textOf, type Token } from '../../core/templates/template.js';

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
  const valueOf = (token: Token): string => secretOf(token, findSecret) ?? textOf(find(token));
  const resolved = Object.entries(definition).map(([name, value]) => {
    const parts = parseTemplate(textOf(value));
    return [name, parts.map((part) => (typeof part === 'string' ? part : valueOf(part))).join('')] as const;
  });
  return Object.fromEntries(resolved);
}

function secretOf({ path }: Token, findSecret: FindSecret): string | undefined {
  const [first, ...rest] = path;
  if (first.toLowerCase() !== 'secret' || rest.length === 0) return undefined;
  const name = rest.join('.');
  const secret = findSecret(name);
  if (secret !== undefined) return secret;
  const message = `The environment has no secret '${shortened(name, 64)}'. The operator lists them in SECRETS_FILE.`;
  throw new DomainError({ code: 'Validation', message, path: 'Headers' });
}
