import { readFileSync, statSync } from 'node:fs';
import { DomainError } from '#core/errors.js';
import { isObject, type JsonObject, type JsonValue } from '#core/json/json.js';
import { readJson } from '#core/json/read-json.js';

/** Secrets by name. */
export type EnvironmentSecrets = ReadonlyMap<string, string>;
/** Secrets by environment id, in lower case. */
export type SecretsByEnvironment = ReadonlyMap<string, EnvironmentSecrets>;

const MAX_BYTES = 1024 * 1024;
const ENVIRONMENT_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const SECRET_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,62}$/;
/** Shorter secrets are easy to guess, and redacting them would damage ordinary answers. */
const [MIN_LENGTH, MAX_LENGTH] = [8, 8_192];
/** Control characters and halves of characters, which no header can carry. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u;

/**
 * Reads a file of secrets: environment id → name → text. Each environment has secrets of its own, so no environment
 * reads those of another one.
 *
 * @throws {Error} that names the fault and never a secret
 */
export function readSecretsFile(path: string): SecretsByEnvironment {
  const file = document(path);
  if (!isObject(file)) throw new Error('must hold a JSON object: environment id → name → text');
  return new Map(
    Object.entries(file).map(([id, secrets]) => {
      if (!ENVIRONMENT_ID.test(id)) throw new Error(`must have environment ids as members, not '${excerpt(id)}'`);
      if (!isObject(secrets)) throw new Error(`must hold an object with secrets for environment ${id}`);
      return [id.toLowerCase(), secretsOf(id, secrets)];
    }),
  );
}

function document(path: string): JsonValue {
  try {
    if (statSync(path).size > MAX_BYTES) throw new Error(`must have at most ${MAX_BYTES} bytes`);
    return readJson(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error instanceof DomainError) throw new Error(`is malformed: ${error.message}`, { cause: error });
    const { code } = error as NodeJS.ErrnoException;
    throw code === undefined ? error : new Error(`cannot be read (${code})`, { cause: error });
  }
}

function secretsOf(environmentId: string, secrets: JsonObject): EnvironmentSecrets {
  return new Map(
    Object.entries(secrets).map(([name, secret]) => {
      if (!SECRET_NAME.test(name))
        throw new Error(
          `must name secrets with letters, digits, _ and -, not '${excerpt(name)}' (environment ${environmentId})`,
        );
      if (!isSecret(secret))
        throw new Error(
          `must hold text of ${MIN_LENGTH} to ${MAX_LENGTH} characters in one line for secret ${name} of environment ${environmentId}`,
        );
      return [name, secret];
    }),
  );
}

const isSecret = (value: JsonValue): value is string =>
  typeof value === 'string' && value.length >= MIN_LENGTH && value.length <= MAX_LENGTH && !UNPRINTABLE.test(value);

const excerpt = (text: string): string => text.slice(0, 64);
