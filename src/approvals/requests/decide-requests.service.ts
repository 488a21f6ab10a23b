import { Injectable } from '@nestjs/common';
import { approvalSteps, type ApprovalProcess, type ApprovalStep } from '#core/catalogue/approval-process.js';
import {
  decide,
  type DecidedRequest,
  type DecidedTask,
  type DecisionEffect,
  type Delegate,
  type WrittenDecision,
} from '#approvals/core/requests/decide.js';
import type { DecisionRow } from '#approvals/core/requests/decided-requests.sql.js';
import { effectiveAccess } from '#core/rights/access.js';
import { isAdministratorRole } from '#core/catalogue/catalogue.js';
import { groupedBy } from '#core/grouped-by.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { whereFaults } from '#definitions/core/checks/where-faults.js';
import type { Fault } from '#core/errors.js';
import { readJson } from '#core/json/read-json.js';
import type { Transaction } from '#platform/database/transaction.js';
import { WriteRefused } from '#records/index.js';
import { CloseRequests, type Closing } from './close-requests.service.js';
import { DecisionRepository } from './decision.repository.js';
import { WithdrawTasks } from './withdraw-tasks.service.js';

/** A decision on a request that exists. */
type KnownRow = DecisionRow & Readonly<Record<'request_id' | 'state' | 'entity_name' | 'steps', string>>;

/** A decision with its effect, before it is stored. */
interface Decided {
  readonly row: KnownRow;
  readonly entity: Entity;
  readonly effect: DecisionEffect;
}

const MAX_FAULTS = 1_000;

/**
 * Applies the decisions of a transaction (docs/approvals.md#decisions). Their requests are locked first, so that the
 * second of two decisions sees what the first has left.
 */
@Injectable()
export class DecideRequests {
  constructor(
    private readonly requests: DecisionRepository,
    private readonly closes: CloseRequests,
    private readonly tasks: WithdrawTasks,
  ) {}

  /** @returns entities whose records have changed. @throws {WriteRefused} with the refusals of all decisions */
  async decideAll(ctx: RequestContext, tx: Transaction): Promise<readonly Entity[]> {
    await this.requests.lock(ctx, tx);
    const former = await this.tasks.formerDecided(ctx, tx);
    const changed = new Set<Entity>();
    const done: string[] = [];
    let rows = await this.requests.decisions(ctx, done, tx);
    while (rows.length > 0) {
      const round = firstOfEachRequest(rows);
      for (const entity of await this.#apply(ctx, decidedRound(ctx, round, former), tx)) changed.add(entity);
      done.push(...round.map(({ id }) => id));
      rows = round.length === rows.length ? [] : await this.requests.decisions(ctx, done, tx);
    }
    return [...changed];
  }

  /** Stores the effects of decisions on different requests. */
  async #apply(ctx: RequestContext, decided: readonly Decided[], tx: Transaction): Promise<readonly Entity[]> {
    const states = new Map(decided.flatMap(({ effect }) => [...effect.tasks]));
    if (states.size > 0) await this.requests.setTaskStates(ctx, states, tx);
    for (const [entity, group] of byEntity(decided)) {
      const delegations = group.flatMap(({ effect }) => effect.delegation ?? []);
      if (delegations.length > 0) await this.requests.delegate(ctx, entity, delegations, tx);
    }
    const approved = await this.#beginNext(ctx, decided, tx);
    const closing = decided.flatMap(({ row, entity, effect }): readonly Closing[] => {
      const state = approved.has(row.request_id) ? 'Approved' : effect.closes;
      if (!state) return [];
      const blocksMoves = state === 'Returned' || (state === 'Recalled' && !ctx.principal.isAdministrator);
      return [{ id: row.request_id, state, comment: row.comment, blocksMoves, entity, processId: row.process_id }];
    });
    const moved = await this.closes.close(ctx, closing, tx);
    return [...['ApprovalRequest', 'ApprovalTask', 'Notification'].map((name) => ctx.catalogue.entity(name)), ...moved];
  }

  /** Begins the steps that follow complete ones. @returns Ids of the requests without a further step */
  async #beginNext(ctx: RequestContext, decided: readonly Decided[], tx: Transaction): Promise<ReadonlySet<string>> {
    const approved = new Set<string>();
    const completing = decided.filter(({ effect }) => effect.completesStep);
    const groups = groupedBy(completing, ({ row: { entity_name, process_id, step, steps } }) =>
      JSON.stringify([entity_name, process_id, step, steps]),
    );
    for (const group of groups.values()) {
      const [{ row, entity }] = group;
      const ids = group.map((each) => each.row.request_id);
      const steps = resolvableSteps(ctx, entity, stepsOf(row));
      const allowSelfApproval = processOf(entity, row)?.allowSelfApproval ?? false;
      const process = { id: row.process_id ?? '', allowSelfApproval, steps };
      const begun = await this.requests.begin(ctx, entity, { process, after: row.step }, ids, tx);
      for (const id of ids) if (!begun.has(id)) approved.add(id);
    }
    return approved;
  }
}

/** Two decisions on one request follow each other; those on unknown requests are refused at once. */
function firstOfEachRequest(rows: readonly DecisionRow[]): readonly DecisionRow[] {
  const known = new Set<string>();
  return rows.filter(({ request_id: id }) => {
    if (id === null) return true;
    if (known.has(id)) return false;
    known.add(id);
    return true;
  });
}

/** @param former Ids of the tasks of which the caller is no approver any more. @throws {WriteRefused} */
function decidedRound(
  ctx: RequestContext,
  rows: readonly DecisionRow[],
  former: ReadonlySet<string>,
): readonly Decided[] {
  const { userId: id, isAdministrator } = ctx.principal;
  const faults: Fault[] = [];
  const decided: Decided[] = [];
  for (const row of rows) {
    const request = isKnown(row) ? requestOf(ctx, row, former) : undefined;
    const result = decide(request, { id, isAdministrator }, writtenOf(ctx, row));
    if ('refusal' in result) faults.push({ ...result.refusal, recordId: row.id });
    else if (isKnown(row)) decided.push({ row, entity: ctx.catalogue.entity(row.entity_name), effect: result });
  }
  if (faults.length > 0) throw new WriteRefused(...faults.slice(0, MAX_FAULTS));
  return decided;
}

const isKnown = (row: DecisionRow): row is KnownRow => row.request_id !== null && row.entity_name !== null;

const stepsOf = ({ steps }: KnownRow): readonly ApprovalStep[] => approvalSteps(readJson(steps));

const processOf = (entity: Entity | undefined, { process_id: id }: KnownRow): ApprovalProcess | undefined =>
  entity?.approvalProcesses.find((process) => process.id === id);

function requestOf({ catalogue }: RequestContext, row: KnownRow, former: ReadonlySet<string>): DecidedRequest {
  const tasks = JSON.parse(row.tasks ?? '[]') as Omit<DecidedTask, 'isFormer'>[];
  return {
    state: row.state as DecidedRequest['state'],
    requestedBy: row.requested_by,
    blocksMoves: row.blocks_moves === 1,
    allowsSelfApproval: processOf(catalogue.find(row.entity_name), row)?.allowSelfApproval ?? false,
    step: row.step ?? 0,
    rule: stepsOf(row).find(({ sequence }) => sequence === row.step)?.rule ?? 'Any',
    tasks: tasks.map((task) => ({ ...task, isFormer: former.has(task.id) })),
  };
}

const writtenOf = (ctx: RequestContext, row: DecisionRow): WrittenDecision => ({
  decision: row.decision as WrittenDecision['decision'],
  comment: row.comment,
  delegate: row.delegate_id === null ? null : delegateOf(ctx, row.delegate_id, row.delegate),
});

function delegateOf({ catalogue }: RequestContext, id: string, json: string | null): Delegate {
  if (json === null) return { id, mayDecide: false };
  const { active, roles } = JSON.parse(json) as { readonly active: boolean; readonly roles: readonly string[] };
  const isAdministrator = roles.some((role) => {
    const known = catalogue.organisation.roles.get(role);
    return known !== undefined && isAdministratorRole(known);
  });
  const create = effectiveAccess(catalogue, roles).get('ApprovalDecision')?.create ?? 'None';
  return { id, mayDecide: active && (isAdministrator || create !== 'None') };
}

/** Criteria that no longer resolve, because a field is gone, count as met: the record is looked at. */
function resolvableSteps(ctx: RequestContext, entity: Entity, steps: readonly ApprovalStep[]): readonly ApprovalStep[] {
  return steps.map((step) => {
    const { criteria, ...rest } = step;
    return criteria === undefined || whereFaults(ctx, entity, criteria, 'Criteria').length === 0 ? step : rest;
  });
}

const byEntity = (decided: readonly Decided[]): readonly (readonly [Entity, readonly Decided[]])[] =>
  [...groupedBy(decided, ({ entity }) => entity)].toSorted(([a], [b]) => (a.name < b.name ? -1 : 1));
