import { defaultContextOf, type RequestContext } from '../context.js';
import type { Faults } from '../errors.js';
import type { JsonObject } from '../json/json.js';
import { readTokens } from '../query-parameters/read-tokens.js';
import type { Workflow } from './workflow.js';

/**
 * Values of a workflow's tokens by their names, null where there is none.
 * @param given values by name, in any letter case
 * @param faults receives those of the values
 */
export function workflowTokens(
  ctx: RequestContext,
  { tokens }: Workflow,
  given: JsonObject,
  faults: Faults,
): JsonObject {
  const { values } = readTokens(tokens, given, defaultContextOf(ctx), faults);
  return Object.fromEntries(tokens.map(({ name }) => [name, values.get(name.toLowerCase()) ?? null]));
}
