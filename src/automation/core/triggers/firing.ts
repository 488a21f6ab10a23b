import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { LoggedChange } from '#core/changes/change.js';
import type { Chain, ChainLink, NewRun, NewRunInput } from '#core/catalogue/run.js';
import { brokenChain, chainBehind } from '#automation/core/workflows/chain.js';
import type { RunAs } from '#core/catalogue/workflow.js';
import type { Trigger } from '#core/catalogue/trigger.js';

/** Run whose step has made a change. */
export interface RunCause {
  readonly runId: string;
  readonly chain: Chain;
}

/** A trigger that fires. */
export interface Firing {
  readonly trigger: Trigger;
  /** Absent for a fire time of a schedule. */
  readonly record?: NonNullable<NewRun['record']>;
  readonly input: NewRunInput;
  /** User who caused it. */
  readonly userId: string;
  readonly cause?: RunCause;
  /** Correlation id of the change; absent for schedules. */
  readonly correlationId?: string;
  /** Present where it is not known whether the trigger fires: why. */
  readonly failed?: string;
}

/** Facts about the firing of a change. */
export interface FiringFacts {
  readonly input: NewRunInput;
  readonly userId: string;
  readonly cause: RunCause | undefined;
  readonly failed?: string;
}

/** The firing of a change. */
export const firingOf = (trigger: Trigger, change: LoggedChange, { cause, ...facts }: FiringFacts): Firing => ({
  trigger,
  record: {
    entityName: change.entityName,
    id: change.recordId,
    recordInformationId: change.recordInformationId,
  },
  correlationId: change.correlationId,
  ...facts,
  ...(cause && { cause }),
});

/**
 * The runs of a firing: one for each active workflow, and one for the notifications. A chain that is too long, or that
 * comes back to the same trigger and record, is stopped: its runs are recorded only. So are those of a firing that failed.
 */
export function runsOf(catalogue: Catalogue, firing: Firing, newId: () => string): readonly NewRun[] {
  const { trigger, record, input, userId, cause, correlationId, failed } = firing;
  const link: ChainLink = { definitionId: trigger.id, recordId: record?.id ?? null };
  const chain = chainBehind(cause, link, correlationId ?? newId());
  // An after-commit hook writes nothing in its run, so it cannot be what a chain goes round.
  const isHook = trigger.handler !== undefined;
  const stopped = failed === undefined && !isHook ? brokenChain(catalogue, chain) : undefined;
  const run = (workflowId: string | null, runAs: RunAs): NewRun => ({
    id: newId(),
    workflowId,
    triggerId: trigger.id,
    ...(record && { record }),
    input,
    runAs,
    userId,
    ...(cause && { causedBy: cause.runId }),
    ...(correlationId !== undefined && { causeId: correlationId }),
    chain,
    ...(stopped !== undefined && { stopped }),
    ...(failed !== undefined && { failed }),
    orderKey: record ? `${trigger.id}/${record.id}` : trigger.id,
  });
  const workflows = trigger.workflowIds.flatMap((id) => {
    const workflow = catalogue.automation.workflows.get(id.toLowerCase());
    return workflow?.isActive ? [run(workflow.id, workflow.runAs)] : [];
  });
  return isHook || trigger.notifications.length > 0 ? [...workflows, run(null, 'Service')] : workflows;
}
