import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Entity } from '#core/catalogue/entity.js';
import { innerName, workflowNamed } from '#core/compile/run-definitions.js';
import type { Trigger } from '#core/catalogue/trigger.js';
import { gathered, type Steps } from '#core/steps.js';
import { allActions, type ActionType, type Workflow } from '#core/catalogue/workflow.js';

const WRITES: ReadonlySet<string> = new Set<ActionType>(['UpdateRecords', 'DeleteRecords', 'ChangeStatus']);

/**
 * Says where runs of a trigger will wait for approvals: a process that starts by itself locks the records that workflows of
 * the trigger write.
 * @param ids definitions that were written; without one of them among the definitions of a remark, it is left out
 */
export function lockRemarks(catalogue: Catalogue, ids: ReadonlySet<string>): Steps<readonly string[]> {
  return gathered(catalogue.automation.triggers.values(), (trigger) => {
    const { isActive, type, event } = trigger;
    if (!isActive || type !== 'EventBased' || event === 'Deleted') return [];
    const entity = catalogue.find(trigger.entityName);
    return entity ? remarksOn(catalogue, entity, trigger, ids) : [];
  });
}

function remarksOn(
  catalogue: Catalogue,
  entity: Entity,
  trigger: Trigger,
  ids: ReadonlySet<string>,
): readonly string[] {
  const process = entity.approvalProcesses.find(({ isActive, startMode }) => isActive && startMode === 'Automatic');
  if (!process) return [];
  const workflows = trigger.workflowIds.flatMap((id) => catalogue.automation.workflows.get(id.toLowerCase()) ?? []);
  return workflows
    .filter((workflow) => workflow.isActive && [process.id, trigger.id, workflow.id].some((id) => ids.has(id)))
    .filter((workflow) => writes(catalogue, entity, workflow))
    .map(
      ({ name }) =>
        `${entity.name}: the approval process ${process.name} starts by itself and locks the records that workflow ${name} ` +
        `of trigger ${trigger.name} writes. Its runs wait until the approval is over, within their time limit.`,
    );
}

/** Tells whether a workflow, or one that it runs inside, writes records of an entity that exist. */
function writes(catalogue: Catalogue, entity: Entity, workflow: Workflow, seen: readonly Workflow[] = []): boolean {
  if (seen.includes(workflow)) return false;
  return [...allActions(workflow.actions)].some(({ type, body }) => {
    const named = typeof body.EntityName === 'string' ? body.EntityName : '';
    if (WRITES.has(type)) return named.toLowerCase() === entity.name.toLowerCase();
    const inner = type === 'RunWorkflow' ? workflowNamed(catalogue, innerName(body)) : undefined;
    return inner !== undefined && writes(catalogue, entity, inner, [...seen, workflow]);
  });
}
