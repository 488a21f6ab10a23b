import { Definition } from '#core/catalogue/definition.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import type { DefinitionProblem } from '#definitions/core/checks/definition-problem.js';
import { faultAt, nameFaults, namesFaults, type MemberFaults } from '#definitions/core/checks/member-faults.js';
import { type JsonObject, isArray } from '#core/json/json.js';
import { didYouMean, shortened } from '#core/nearest.js';
import type { Parameter } from '#core/catalogue/parameter.js';
import { readParameters } from '#core/fields/read-parameters.js';
import { ShapeReader } from '#core/shapes/shape-reader.js';
import type { WorkflowType } from '#core/catalogue/workflow.js';
import { buildWorkflow } from '#core/compile/build-workflow.js';
import type { WorkflowNames } from './action-check.js';
import { actionFaults } from './check-actions.js';
import { placed } from './token-faults.js';
import { RESERVED_TOKENS, type TokenScope } from './token-scope.js';
import { cycleFaults } from './workflow-cycles.js';
import type { SelectiveCheck } from '#definitions/core/checks/selective-check.js';
import type { Steps } from '#core/steps.js';

/** Most faults of a workflow. Each one is looked for with all names that may be meant. */
const MAX_FAULTS = 100;

/** Finds faults in the workflows of an environment, inactive ones included. */
export const workflowProblems = (
  check: SelectiveCheck,
  workflows: readonly JsonObject[],
  named: WorkflowNames,
): Steps<readonly DefinitionProblem[]> =>
  check.of('workflow', workflows, sourcesOf(named), (ctx, json) => problemsOf(ctx, json, named));

/** Sources of checks of workflows beside the catalogue: definitions by their objects, and names by their texts. */
const sourcesOf = ({ queries, routines, workflows, actions, ...names }: WorkflowNames): readonly unknown[] => [
  JSON.stringify(names),
  queries.length,
  ...queries,
  routines.length,
  ...routines,
  ...workflows,
  actions,
];

function* problemsOf(ctx: RequestContext, json: JsonObject, named: WorkflowNames): Generator<DefinitionProblem> {
  const workflow = new Definition(json);
  const name = workflow.text('Name') ?? '';
  const about = { entityName: 'Workflow', id: workflow.text('Id') ?? '', name };
  let count = 0;
  for (const fault of faultsOf(ctx, workflow, named)) {
    yield { ...about, ...fault, message: `${name}: ${fault.message}` };
    if (++count === MAX_FAULTS) break;
  }
}

function* faultsOf(ctx: RequestContext, workflow: Definition, named: WorkflowNames): MemberFaults {
  yield* ownFaults(ctx, workflow, named);
  yield* cycleFaults(buildWorkflow(workflow.json), named.workflows);
}

function* ownFaults(ctx: RequestContext, workflow: Definition, named: WorkflowNames): MemberFaults {
  const roles = named.roles.map(({ name }) => name);
  yield* namesFaults(workflow.value('AllowedRoles'), 'AllowedRoles', { kind: 'a role', names: roles });
  const permission = { kind: 'a permission', names: named.permissions };
  yield* nameFaults(workflow.value('RequiredPermission'), 'RequiredPermission', permission);
  const entityName = workflow.text('EntityName');
  const entity = entityName === undefined ? undefined : ctx.catalogue.find(entityName);
  if (entityName !== undefined && !entity) {
    const names = [...ctx.catalogue.entities.values()].map((each) => each.name);
    yield faultAt('EntityName', `There is no entity '${shortened(entityName)}'.${didYouMean(entityName, names)}`);
  }
  const tokens: Parameter[] = [];
  yield* ownTokenFaults(workflow, tokens);
  const type = (workflow.text('Type') ?? 'Manual') as WorkflowType;
  const item = 'Item is the row of a ForEach, and there is none around this action.';
  const scope = { catalogue: ctx.catalogue, tokens, ...recordsOf(type, entity, entityName), item };
  yield* actionFaults(ctx, named, workflow.value('Actions'), scope);
}

const TOKEN_NAME = /^[A-Za-z][A-Za-z0-9_]{0,62}$/;

/** Checks the tokens of a workflow. @param tokens receives them */
function* ownTokenFaults(workflow: Definition, tokens: Parameter[]): MemberFaults {
  const given = workflow.value('Tokens');
  if (given === undefined) return;
  if (!isArray(given)) return yield faultAt('Tokens', 'Tokens must be an array of objects.');
  const reader = new ShapeReader(true);
  tokens.push(...readParameters(reader, reader.object({ Tokens: given }, '', ['Tokens']), 'Tokens'));
  for (const fault of reader.faults.list) yield placed(fault, '');
  for (const [i, token] of workflow.objects('Tokens').entries()) {
    const name = new Definition(token).text('Name') ?? '';
    if (name === '') continue;
    if (!TOKEN_NAME.test(name))
      yield faultAt(
        `Tokens[${i}].Name`,
        'The name must begin with a letter and have letters, digits and underscores, at most 63.',
      );
    else if (RESERVED_TOKENS.some((each) => each.toLowerCase() === name.toLowerCase()))
      yield faultAt(`Tokens[${i}].Name`, `${name} has a meaning of its own and cannot be the name of a token.`);
  }
}

/** Says what Record and Old are in a workflow. */
function recordsOf(
  type: WorkflowType,
  entity: Entity | undefined,
  entityName: string | undefined,
): Pick<TokenScope, 'record' | 'old'> {
  const none = noRecord(type, entityName);
  const noOld = none ?? `Old is known in Triggered workflows only, and this one is ${type}.`;
  return { record: none ?? entity, old: type === 'Triggered' ? (none ?? entity) : noOld };
}

function noRecord(type: WorkflowType, entityName: string | undefined): string | undefined {
  if (type === 'Manual' || type === 'Scheduled') return `A ${type} workflow has no Record.`;
  return entityName === undefined ? 'The workflow has no Record, because it has no EntityName.' : undefined;
}
