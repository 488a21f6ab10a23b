import { allAtOnce, type Steps } from '#core/steps.js';
import { DEFAULT_SETTINGS } from '#core/catalogue/environment.js';
import { readFileSync } from 'node:fs';
import { buildCatalogue } from '#core/compile/build-catalogue.js';
import { NO_DEFINITIONS } from '#core/catalogue/definition.js';
import type { RequestContext } from '#core/context/context.js';
import type { DefinitionProblem } from '#definitions/core/checks/definition-problem.js';
import { SelectiveCheck } from '#definitions/core/checks/selective-check.js';
import type { JsonObject } from '#core/json/json.js';
import { readJson } from '#core/json/read-json.js';
import { readRoutine } from '#routines/core/routine.js';
import { systemContext } from '#core/context/system-context.js';
import { SYSTEM_ENTITIES } from '#core/catalogue/system-entities.js';
import { triggerProblems } from '#automation/core/checks/check-triggers.js';
import { textOf } from '#core/tokens/template.js';
import type { WorkflowNames } from '#automation/core/checks/action-check.js';
import { workflowProblems } from '#automation/core/checks/check-workflows.js';
import { buildWorkflow } from '#core/compile/build-workflow.js';
import { readSavedQuery } from '#queries/saved/read-saved-query.js';

type File = Readonly<Record<string, readonly JsonObject[]>>;

const file = readJson(readFileSync('demo/order-to-cash.json', 'utf8')) as unknown as File;

const catalogue = buildCatalogue(
  {
    id: 'e0000000-0000-4000-8000-000000000003',
    name: 'Test',
    appId: 'a0000000-0000-4000-8000-000000000002',
    appName: 'Sales',
    tenantId: 'd0000000-0000-4000-8000-000000000001',
    tenantName: 'Acme',
    schema: 'env_test',
    settings: DEFAULT_SETTINGS,
  },
  '1',
  {
    ...NO_DEFINITIONS,
    entities: [...SYSTEM_ENTITIES, ...file.Entities],
    relations: file.Relations,
    lifecycles: file.Lifecycles.map((json) => ({ ...json, Statuses: statusesOf(json) })),
  },
);

/** The statuses of a lifecycle of the file, with ids as stored records have them. */
function statusesOf({ Statuses }: JsonObject): readonly JsonObject[] {
  return (Statuses as readonly JsonObject[]).map((status) => ({ Id: `status-${textOf(status.Name)}`, ...status }));
}

const ctx: RequestContext = systemContext(catalogue, 'c0000000-0000-4000-8000-000000000009', new Date(0));

const namedOf = (records: readonly JsonObject[], member = 'Name') =>
  records.map((json) => ({ id: textOf(json.Id), name: textOf(json[member]) }));

/** The demo's workflows and triggers. */
const demo = { workflows: file.Workflows, triggers: file.Triggers };

const namesFor = (workflows: readonly JsonObject[]): WorkflowNames => ({
  actions: [],
  roles: namedOf(file.Roles),
  teams: namedOf(file.Teams),
  users: namedOf(file.Users, 'UserName'),
  permissions: file.Permissions.map(({ Name }) => textOf(Name)),
  queries: file.SavedQueries.map((json) => readSavedQuery(json, [])),
  routines: file.DatabaseObjects.map((json) => readRoutine(json).routine),
  workflows: workflows.map(buildWorkflow),
});

/** Parses what a test writes as stored JSON is parsed: numbers keep their digits. */
const jsonOf = (value: unknown): JsonObject => readJson(JSON.stringify(value)) as JsonObject;

const linesOf = (problems: Steps<readonly DefinitionProblem[]>): readonly string[] =>
  allAtOnce(problems).map(({ fieldName, path, message }) => `${path ?? fieldName} | ${message}`);

/** Faults of a workflow beside those of the demo, as `path | message`. */
export function faultsOfWorkflow(
  members: Readonly<Record<string, unknown>>,
  ...others: readonly unknown[]
): readonly string[] {
  const Id = 'f0000000-0000-4000-8000-000000000001';
  const json = jsonOf({ Id, Name: 'W', Type: 'Manual', Actions: [], ...members });
  const all = [...demo.workflows, ...others.map(jsonOf), json];
  return linesOf(workflowProblems(new SelectiveCheck(ctx), [json], namesFor(all)));
}

/** Faults of the actions of a Triggered workflow of orders. */
export const faultsOfActions = (...Actions: readonly unknown[]): readonly string[] =>
  faultsOfWorkflow({ Type: 'Triggered', EntityName: 'Order', Actions });

/** Faults of a trigger, as `path | message`. @param workflows beside those of the demo */
export function faultsOfTrigger(
  members: Readonly<Record<string, unknown>>,
  ...workflows: readonly unknown[]
): readonly string[] {
  return faultsOf([members], namesFor([...demo.workflows, ...workflows.map(jsonOf)]));
}

/** Faults of several triggers, as `path | message`. */
export const faultsOfTriggers = (...triggers: readonly unknown[]): readonly string[] =>
  faultsOf(triggers, namesFor(demo.workflows));

function faultsOf(triggers: readonly unknown[], named: WorkflowNames): readonly string[] {
  const Notifications = [{ ToRole: 'SalesManager', Message: 'x' }];
  const stored = triggers.map((members, i) => {
    const Id = `f0000000-0000-4000-8000-${String(i).padStart(12, '0')}`;
    return jsonOf({
      Id,
      Name: 'T',
      EntityName: 'Order',
      TriggerType: 'EventBased',
      Notifications,
      ...(members as object),
    });
  });
  return linesOf(triggerProblems(new SelectiveCheck(ctx), stored, { ...named, cron: { minSeconds: 60 } }));
}

/** Faults of all definitions of the demo. */
export const faultsOfDemo = (): readonly string[] => {
  const named = namesFor(demo.workflows);
  return [
    ...linesOf(workflowProblems(new SelectiveCheck(ctx), demo.workflows, named)),
    ...linesOf(triggerProblems(new SelectiveCheck(ctx), demo.triggers, { ...named, cron: { minSeconds: 1 } })),
  ];
};
