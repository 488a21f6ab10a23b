import type { RequestContext } from '#core/context/context.js';
import { DomainError, Faults } from '#core/errors.js';
import { isUuid } from '#core/values/uuid-text.js';
import { isObject, kindOf, type JsonObject, type JsonValue } from '#core/json/json.js';
import { didYouMean, nearMiss, shortened } from '#core/nearest.js';
import { tokenKey } from '#queries/core/parameters/read-tokens.js';
import { ShapeReader } from '#core/shapes/shape-reader.js';
import { requireExecutable } from './executable.js';
import { workflowTokens } from './workflow-tokens.js';
import type { Workflow } from '#core/catalogue/workflow.js';

/** A workflow to be executed, with the values of its tokens. */
export interface ExecutionCommand {
  readonly workflow: Workflow;
  readonly tokens: JsonObject;
  readonly log: readonly string[];
}

/**
 * Reads a request to execute a workflow (docs/interface/automation.md).
 * @throws {DomainError} Validation, NotFound, PermissionRequired, AdministratorRequired; all faults of the tokens
 */
export function readExecution(ctx: RequestContext, id: string, body: JsonValue | undefined): ExecutionCommand {
  const workflow = executableWorkflow(ctx, id);
  const faults = new Faults();
  if (workflow.type !== 'Manual')
    faults.add('Validation', `${workflow.name} is of type ${workflow.type}; only Manual workflows can be executed.`);
  if (!workflow.isActive) faults.add('Validation', `${workflow.name} is not active.`);
  const { given, log } = givenTokens(ctx, workflow, body, faults);
  const tokens = workflowTokens(ctx, workflow, given, faults);
  addUnknown(workflow, given, faults);
  faults.throwIfAny();
  return { workflow, tokens, log };
}

/** The workflow that the caller may execute. @throws {DomainError} Validation, NotFound, PermissionRequired, AdministratorRequired */
export function executableWorkflow(ctx: RequestContext, id: string): Workflow {
  if (!isUuid(id)) throw new DomainError({ code: 'Validation', message: 'workflowId must be a UUID.' });
  const workflow = ctx.catalogue.automation.workflows.get(id.toLowerCase());
  if (!workflow) throw new DomainError({ code: 'NotFound', message: 'There is no such workflow.' });
  requireExecutable(ctx, workflow);
  return workflow;
}

/** The tokens of a body: those in `Reqtokens`, or its members. */
function givenTokens(
  { preferences }: RequestContext,
  { tokens }: Workflow,
  body: JsonValue | undefined,
  faults: Faults,
): { readonly given: JsonObject; readonly log: readonly string[] } {
  if (body === undefined || body === null) return { given: {}, log: [] };
  const reader = new ShapeReader(preferences.strict);
  if (isObject(body) && !isWrapped(body, tokens)) return { given: withoutNullReqtokens(body, tokens), log: [] };
  const members = reader.object(body, '', ['Reqtokens']);
  const given = members.value('Reqtokens') ?? {};
  if (!isObject(given)) members.fault('Reqtokens', `Reqtokens must be an object, not ${kindOf(given)}.`);
  faults.push(...reader.faults.list);
  // Tokens of a misspelt Reqtokens would all be reported as missing.
  if (members.isMisspelt('Reqtokens')) faults.throwIfAny();
  return { given: isObject(given) ? given : {}, log: reader.log };
}

/** Tells whether the tokens of a body are in its `Reqtokens`, maybe misspelt. */
function isWrapped(body: JsonObject, tokens: Workflow['tokens']): boolean {
  const known = namesOf(tokens);
  return Object.entries(body).some(
    ([name, value]) => value !== null && !known.has(tokenKey(name)) && nearMiss(name, ['Reqtokens']) !== undefined,
  );
}

/** The tokens beside a `Reqtokens` that is null, as it is in what serializers make of classes: it counts as absent. */
function withoutNullReqtokens(body: JsonObject, tokens: Workflow['tokens']): JsonObject {
  const isLeftOut = body.Reqtokens === null && !namesOf(tokens).has(tokenKey('Reqtokens'));
  return isLeftOut ? Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'Reqtokens')) : body;
}

const namesOf = (tokens: Workflow['tokens']): ReadonlySet<string> => new Set(tokens.map(({ name }) => tokenKey(name)));

function addUnknown({ name: workflow, tokens }: Workflow, given: JsonObject, faults: Faults): void {
  const known = namesOf(tokens);
  const names = tokens.map(({ name }) => name);
  for (const name of Object.keys(given)) {
    if (known.has(tokenKey(name))) continue;
    const shown = name.slice(0, 64);
    const message = `${workflow} has no token '${shortened(name, 64)}'.${didYouMean(name, names, faults)}`;
    faults.add('Validation', message, { path: `Reqtokens.${shown}` });
  }
}
