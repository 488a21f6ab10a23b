import { DomainError } from '#core/errors.js';
import type { JsonValue } from '#core/json/json.js';
import { readJson } from '#core/json/read-json.js';
import { MAX_STEP_OUTPUT_MB } from '#core/catalogue/run.js';

/**
 * Reads the output of a step, numbers digit for digit.
 * @throws {DomainError} Validation beyond the maximum
 */
export function stepOutput(text: string): JsonValue {
  if (Buffer.byteLength(text) <= MAX_STEP_OUTPUT_MB * 1024 * 1024) return readJson(text);
  const message = `The output of a step may have at most ${MAX_STEP_OUTPUT_MB} MB. Select fewer fields or rows.`;
  throw new DomainError({ code: 'Validation', message, params: { MaxOutputMB: MAX_STEP_OUTPUT_MB } });
}

/** The members of an action's body that its request has too; null counts as absent. */
export const membersOf = (
  body: Readonly<Record<string, JsonValue>>,
  names: readonly string[],
): Readonly<Record<string, JsonValue>> =>
  Object.fromEntries(names.filter((name) => (body[name] ?? null) !== null).map((name) => [name, body[name]]));
