import { defaultContextOf, type RequestContext } from '#core/context/context.js';
import type { Faults } from '#core/errors.js';
import type { JsonObject } from '#core/json/json.js';
import { readTokens } from '#queries/core/parameters/read-tokens.js';
import type { Workflow } from '#core/catalogue/workflow.js';

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
