import { Injectable } from '@nestjs/common';
import type { ApprovalProcess } from '#core/catalogue/approval-process.js';
import { NO_RECORD, NO_STEP, processToStart, type ManualRecord } from '#approvals/core/requests/manual-start.js';
import { activeProcesses, type StartableRow, type ManualRow } from '#approvals/core/requests/manual-starts.sql.js';
import { groupedBy } from '#core/grouped-by.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import type { Fault } from '#core/errors.js';
import type { Transaction } from '#platform/database/transaction.js';
import { WriteRefused } from '#records/index.js';
import { ApprovalWritesRepository, type StartingRequest } from './approval-writes.repository.js';
import { DecisionRepository } from './decision.repository.js';

/** A request that starts, with its process. */
interface Start extends StartingRequest {
  readonly process: ApprovalProcess;
}

/** Starts the requests that callers insert (docs/approvals.md#starting-by-hand). */
@Injectable()
export class StartManually {
  constructor(
    private readonly writes: ApprovalWritesRepository,
    private readonly requests: DecisionRepository,
  ) {}

  /** @returns entities whose records have changed. @throws {WriteRefused} with the refusals of all requests */
  async startAll(ctx: RequestContext, tx: Transaction): Promise<readonly Entity[]> {
    const rows = await this.writes.manualStarts(ctx, tx);
    if (rows.length === 0) return [];
    const faults = rows.flatMap(({ id, entity }): readonly Fault[] =>
      entity === null ? [{ ...NO_RECORD, recordId: id }] : [],
    );
    const found = groupedBy(
      rows.filter((row) => row.entity !== null),
      (row) => row.entity!,
    );
    for (const [name, group] of [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)))
      faults.push(...(await this.#startOf(ctx, ctx.catalogue.entity(name), group, tx)));
    if (faults.length > 0) throw new WriteRefused(...faults);
    return ['ApprovalRequest', 'ApprovalTask', 'Notification'].map((name) => ctx.catalogue.entity(name));
  }

  /** Starts the requests for records of one entity. @returns the faults of those that cannot start */
  async #startOf(
    ctx: RequestContext,
    entity: Entity,
    rows: readonly ManualRow[],
    tx: Transaction,
  ): Promise<readonly Fault[]> {
    const ids = [...new Set(rows.map(({ record }) => record!))];
    const { starts, faults } = chosenStarts(entity, rows, await this.writes.evaluate(ctx, entity, ids, tx));
    if (starts.length === 0) return faults;
    await this.writes.fill(ctx, entity, starts, tx);
    const unstarted: Fault[] = [];
    for (const [process, group] of groupedBy(starts, (start) => start.process)) {
      const requestIds = group.map(({ id }) => id);
      const begun = await this.requests.begin(ctx, entity, { process, after: null }, requestIds, tx);
      unstarted.push(...requestIds.filter((id) => !begun.has(id)).map((recordId): Fault => ({ ...NO_STEP, recordId })));
    }
    return [...faults, ...unstarted];
  }
}

function chosenStarts(
  entity: Entity,
  rows: readonly ManualRow[],
  evaluated: ReadonlyMap<string, StartableRow>,
): { readonly starts: readonly Start[]; readonly faults: readonly Fault[] } {
  const starts: Start[] = [];
  const faults: Fault[] = [];
  const started = new Set<string>();
  for (const { id, record, process: processId, foreign_owner: foreignOwnerId } of rows) {
    const row = evaluated.get(record!);
    const chosen = row
      ? processToStart({ processId, foreignOwnerId }, recordOf(entity, row, started.has(row.id)))
      : NO_RECORD;
    if ('code' in chosen) faults.push({ ...chosen, recordId: id });
    else {
      started.add(record!);
      starts.push({ id, recordId: record!, processId: chosen.id, steps: chosen.stepsText, process: chosen });
    }
  }
  return { starts, faults };
}

function recordOf(entity: Entity, { owner, lock, in_scope, fits }: StartableRow, isStarted: boolean): ManualRecord {
  const met = JSON.parse(fits) as readonly boolean[];
  return {
    ownerId: owner,
    isLocked: lock !== null || isStarted,
    isInScope: in_scope === 1,
    processes: activeProcesses(entity).map((process, i) => ({ process, isMet: met[i] })),
  };
}
