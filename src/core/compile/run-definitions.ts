import type { Catalogue } from '#core/catalogue/catalogue.js';
import { isObject, writeJson, type JsonObject, type JsonValue } from '#core/json/json.js';
import type { Parameter } from '#core/catalogue/parameter.js';
import { afterCommitType, type Trigger } from '#core/catalogue/trigger.js';
import { allActions, type Workflow } from '#core/catalogue/workflow.js';
import { buildWorkflow } from './build-workflow.js';

/** Workflow of a run and those that it runs inside, as they were when it began. */
export interface RunDefinitions {
  readonly main: Workflow;
  /** By name in lower case. */
  readonly inner: ReadonlyMap<string, Workflow>;
}

/** A workflow by its name, in any letter case, or its id. */
export function workflowNamed({ automation }: Catalogue, name: string): Workflow | undefined {
  const key = name.toLowerCase();
  const named = automation.workflows.get(key);
  return named ?? [...automation.workflows.values()].find((workflow) => workflow.name.toLowerCase() === key);
}

/** Name of the workflow that a RunWorkflow action runs, in lower case. */
export const innerName = (body: JsonObject): string =>
  typeof body.Workflow === 'string' ? body.Workflow.toLowerCase() : '';

/**
 * Writes down what a run executes, the workflows that it runs inside included.
 * @returns undefined for a workflow or trigger that does not exist
 */
export function writeDefinitions(
  catalogue: Catalogue,
  { workflowId, triggerId }: { readonly workflowId: string | null; readonly triggerId: string | null },
): string | undefined {
  const { workflows, triggers } = catalogue.automation;
  const trigger = workflowId === null ? triggers.get(triggerId ?? '') : undefined;
  const main = workflowId === null ? trigger && notifying(trigger) : workflows.get(workflowId);
  if (!main) return undefined;
  const inner = new Map<string, JsonValue>();
  addInner(catalogue, main, inner);
  return writeJson({ Main: definitionOf(main), Inner: Object.fromEntries(inner) });
}

function addInner(catalogue: Catalogue, workflow: Workflow, inner: Map<string, JsonValue>): void {
  for (const { type, body } of allActions(workflow.actions)) {
    const name = type === 'RunWorkflow' ? innerName(body) : '';
    const found = name === '' || inner.has(name) ? undefined : workflowNamed(catalogue, name);
    if (!found) continue;
    inner.set(name, definitionOf(found));
    addInner(catalogue, found, inner);
  }
}

/** The notifications of a trigger, or the code of an after-commit hook, as a workflow. */
const notifying = ({ name, entityName, notifications, handler }: Trigger): Workflow =>
  buildWorkflow({
    Name: name,
    EntityName: entityName,
    Type: 'Triggered',
    RunAs: 'Service',
    Actions:
      handler !== undefined
        ? [{ Name: handler, Type: afterCommitType(handler) }]
        : notifications.map(({ to, message }, i) => ({
            ...to,
            Name: `Notification ${i + 1}`,
            Type: 'SendNotification',
            Message: message,
          })),
  });

const definitionOf = (workflow: Workflow): JsonObject => ({
  Id: workflow.id,
  Name: workflow.name,
  EntityName: workflow.entityName ?? null,
  Type: workflow.type,
  RunAs: workflow.runAs,
  IsActive: workflow.isActive,
  AllowedRoles: workflow.allowedRoles,
  RequiredPermission: workflow.requiredPermission ?? null,
  Tokens: workflow.tokens.map(tokenOf),
  Actions: workflow.actions.map(({ body }) => body),
});

const tokenOf = ({ name, type, required, isList, ...more }: Parameter): JsonObject => ({
  Name: name,
  Type: type,
  Required: required,
  IsList: isList,
  ...(more.default !== undefined && { Default: more.default }),
});

/** Reads what `writeDefinitions` wrote. */
export function readDefinitions(json: JsonValue): RunDefinitions {
  if (!isObject(json) || !isObject(json.Main) || !isObject(json.Inner)) throw new Error('Stored actions are damaged.');
  const inner = Object.entries(json.Inner).map(([name, each]) => [name, buildWorkflow(each as JsonObject)] as const);
  return { main: buildWorkflow(json.Main), inner: new Map(inner) };
}
