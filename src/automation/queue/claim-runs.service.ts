import { Injectable } from '@nestjs/common';
import { EnvironmentsWithRuns, type SeenEnvironment } from './environments-with-runs.js';
import { ScanInterval } from './scan-interval.js';
import { RunQueueRepository, type ClaimedRun, type ClaimRow, type Wanted } from './run-queue.repository.js';
import { RunWake } from './run-wake.js';
import type { ClaimScope } from '#automation/core/runs/claim-runs.sql.js';

/**
 * Claims due runs: mostly of the environments that are known to have some, and now and then, and after a signal, of all.
 */
@Injectable()
export class ClaimRuns {
  readonly #known = new EnvironmentsWithRuns();
  readonly #pace = new ScanInterval();
  readonly #turns = new ScanInterval();

  constructor(
    private readonly queue: RunQueueRepository,
    private readonly signal: RunWake,
  ) {}

  async claim(wanted: Wanted): Promise<readonly ClaimedRun[]> {
    if (this.#pace.isDue(performance.now(), false)) return this.#claim('all', wanted);
    const claimed = this.#known.ids.length === 0 ? [] : await this.#claim('known', wanted);
    if (claimed.length > 0 || !this.signal.hasNews || !this.#pace.isDue(performance.now(), true)) return claimed;
    return this.#claim('all', wanted);
  }

  /** Tells whether an environment other than these has due runs, of which the next claim then takes one. */
  async isWaitingElsewhere(environmentIds: readonly string[]): Promise<boolean> {
    const beganMs = performance.now();
    if (!this.#turns.isDue(beganMs, true)) return false;
    const isWaiting = await this.queue.isWaitingElsewhere(environmentIds);
    this.#turns.note(beganMs, performance.now());
    this.signal.hasNews ||= isWaiting;
    return isWaiting;
  }

  async #claim(scope: ClaimScope, wanted: Wanted): Promise<readonly ClaimedRun[]> {
    const beganMs = performance.now();
    if (scope === 'all') this.signal.hasNews = false;
    const rows = await this.queue.claim(scope, wanted, this.#known);
    const claimed = rows.filter(isClaimed);
    const ids = new Set(rows.map(({ environmentId }) => environmentId));
    for (const { atMs, looked } of rows.slice(0, 1)) this.#known.note(atMs, seenBy(wanted, looked, ids, claimed));
    if (scope === 'all') {
      this.#known.keepOnly(ids);
      this.#pace.note(beganMs, performance.now());
    }
    return claimed;
  }
}

const isClaimed = (row: ClaimRow): row is ClaimRow & ClaimedRun => row.runId !== null;

/** @param looked number of due runs that the claim has looked at: fewer than wanted are all */
function seenBy(
  { count, held, share }: Wanted,
  looked: number,
  ids: ReadonlySet<string>,
  claimed: readonly ClaimRow[],
): readonly SeenEnvironment[] {
  const full = new Set(
    held.environments.filter((each) => each.count >= share).map(({ environmentId }) => environmentId),
  );
  const dueMs = new Map([...ids].map((id): [string, number[]] => [id, []]));
  for (const row of claimed) dueMs.get(row.environmentId)!.push(row.dueMs);
  return [...dueMs].map(([id, times]) => ({ id, dueMs: times, isRead: looked < count && !full.has(id) }));
}
