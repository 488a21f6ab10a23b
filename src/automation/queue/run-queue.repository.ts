import { Injectable } from '@nestjs/common';
import { IS_WORKED_ON } from '#core/catalogue/environment-state.js';
import type { Claim } from '#automation/core/runs/step-rows.sql.js';
import type { Versions } from '#platform/catalogue/environment.repository.js';
import { Config } from '#platform/process/config/config.js';
import { PlatformDatabase } from '#platform/database/platform-database.js';
import type { RunRow } from '#platform/database/tables/runs.entity.js';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import { KeepLeases } from '#platform/operations/keep-leases.service.js';
import { BACKLOG, claimText, WAITING_ELSEWHERE, type ClaimScope } from '#automation/core/runs/claim-runs.sql.js';
import type { EnvironmentsWithRuns } from './environments-with-runs.js';

type RunColumn = 'environmentId' | 'tries' | 'version' | 'progress' | 'onlyStep' | 'isCancelled' | 'outputBytes';

/** A run under this process's lease. */
export interface ClaimedRun extends Claim, Versions, Readonly<Pick<RunRow, RunColumn>> {
  readonly tenantId: string;
  readonly appId: string;
  /** Time since the first claim. */
  readonly ageMs: number;
  /** Its process has ended twice in the same step. */
  readonly isSuspect: boolean;
}

/** A run that a process still has. */
interface HeldRun extends Claim, Readonly<Pick<RunRow, 'isCancelled'>> {
  /** Nodes do not work for its environment any more. */
  readonly isIdle: boolean;
}

/** Runs that a process executes. */
export interface HeldRuns {
  readonly environments: readonly { readonly environmentId: string; readonly count: number }[];
  readonly hasSuspect: boolean;
}

/** Due runs that wait for a worker. */
export interface Backlog {
  readonly due: number;
  readonly oldestSeconds: number;
  /** Runs in the queue: of all environments, and of the one that has most. */
  readonly queued: number;
  readonly most: number;
}

/** Limits of a claim, and the runs that the process has. */
export interface Wanted {
  /** Most runs. */
  readonly count: number;
  /** Runs that it has. */
  readonly held: HeldRuns;
  /** Most runs of one environment on the process. */
  readonly share: number;
}

/** A row of a claim: a claimed run, or an environment without one. */
export interface ClaimRow extends Omit<ClaimedRun, 'runId'> {
  readonly runId: string | null;
  /** Time of the claim, and the time at which the run was due, by the database's clock. */
  readonly atMs: number;
  readonly dueMs: number;
  /** Number of due runs that were looked at. */
  readonly looked: number;
}

const RENEW = `
  WITH mine AS (
    SELECT r.id, r.attempt, r.is_cancelled, NOT (${IS_WORKED_ON}) AS is_idle
    FROM unnest($1::uuid[], $2::int[]) h (id, attempt)
    JOIN platform.run r ON r.id = h.id AND r.attempt = h.attempt
    JOIN platform.environment e ON e.id = r.environment_id
    WHERE r.node = $4
  ), free AS (
    SELECT r.id
    FROM unnest($1::uuid[], $2::int[]) h (id, attempt)
    JOIN platform.run r ON r.id = h.id AND r.attempt = h.attempt
    WHERE r.node = $4
    FOR NO KEY UPDATE OF r SKIP LOCKED
  ), renewed AS (
    UPDATE platform.run r
    SET due_at = now() + $3 * interval '1 ms'
    FROM free
    WHERE r.id = free.id
  )
  SELECT id AS "runId", attempt, is_cancelled AS "isCancelled", is_idle AS "isIdle"
  FROM mine`;

/** As `RENEW`, of all runs that a process has. */
const RENEW_ALL = `
  UPDATE platform.run
  SET due_at = now() + $2 * interval '1 ms'
  WHERE id IN (
    SELECT id
    FROM platform.run
    WHERE node = $1 AND due_at <> 'infinity'
    FOR NO KEY UPDATE SKIP LOCKED
  )`;

/** Time until a run that has begun to wait looks once more: the lock may have been released before it was known to wait. */
const CONFIRM_MS = 1_000;
/** Time until a run that waits looks again, should a process have ended between a release and its signal. */
const LOOK_AGAIN_MS = 300_000;

/** Shortest and longest time until a run that waits for another node is claimed again. */
const NEXT_NODE_MS = [500, 10_000];

/** Reads and writes the queue of runs. All times are the database's. */
@Injectable()
export class RunQueueRepository {
  /** Names this process as the holder of a lease. */
  readonly #node = uuidV7();
  readonly #leaseMs: number;
  readonly #timeoutMinutes: number;

  constructor(
    private readonly platform: PlatformDatabase,
    { runs }: Config,
    leases: KeepLeases,
  ) {
    this.#leaseMs = runs.leaseMs;
    this.#timeoutMinutes = runs.timeoutMinutes;
    leases.add({ text: RENEW_ALL, values: [this.#node, runs.leaseMs], leaseMs: runs.leaseMs });
  }

  /** @param known environments that a claim of these looks at */
  claim(scope: ClaimScope, { count, held, share }: Wanted, known: EnvironmentsWithRuns): Promise<readonly ClaimRow[]> {
    return this.platform.query<ClaimRow>(claimText(scope), [
      this.#node,
      this.#leaseMs,
      count,
      held.environments.map(({ environmentId }) => environmentId),
      held.environments.map(({ count: runs }) => runs),
      share,
      held.hasSuspect,
      ...(scope === 'known' ? [known.ids, known.sinceMs] : []),
    ]);
  }

  /**
   * Renews leases. A row that is locked is left for the next time: its step is about to commit, and must not hold up the
   * other leases. Nobody claims it meanwhile.
   * @returns the runs that this process still has
   */
  renew(runs: readonly Claim[]): Promise<readonly HeldRun[]> {
    return this.platform.repeatable<HeldRun>(RENEW, [
      runs.map(({ runId }) => runId),
      runs.map(({ attempt }) => attempt),
      this.#leaseMs,
      this.#node,
    ]);
  }

  /** Releases a run for its next try; one that was cancelled meanwhile has none to wait for. @param afterMs until then */
  async retryLater({ runId, attempt }: Claim, afterMs: number): Promise<void> {
    await this.platform.repeatable(
      `UPDATE platform.run
       SET node = NULL, due_at = CASE WHEN is_cancelled THEN now() ELSE now() + $3 * interval '1 ms' END
       WHERE id = $1 AND attempt = $2 AND node = $4`,
      [runId, attempt, afterMs, this.#node],
    );
  }

  /** Hands a run over to any process: the claim counts as no try. */
  async handOver({ runId, attempt }: Claim): Promise<void> {
    await this.platform.repeatable(
      `UPDATE platform.run
       SET node = NULL, due_at = now(), tries = GREATEST(tries - 1, 0)
       WHERE id = $1 AND attempt = $2 AND node = $3`,
      [runId, attempt, this.#node],
    );
  }

  /**
   * Lets a run wait for another node, which may claim it as well as this one: longer from time to time, and not all runs
   * at once. The claim counts as no try.
   */
  async waitForNode({ runId, attempt }: Claim): Promise<void> {
    await this.platform.repeatable(
      `UPDATE platform.run
       SET node = NULL, tries = GREATEST(tries - 1, 0), due_at = CASE
         WHEN is_cancelled THEN now()
         ELSE now() + (0.5 + random()) * LEAST(GREATEST((now() - begun_at) / 8, $4 * interval '1 ms'), $5 * interval '1 ms')
         END
       WHERE id = $1 AND attempt = $2 AND node = $3`,
      [runId, attempt, this.#node, ...NEXT_NODE_MS],
    );
  }

  /**
   * Lets a run wait for locked records, at most until its time limit is over. The claim counts as no try.
   * @param recordIds empty for any
   */
  async block({ runId, attempt }: Claim, recordIds: readonly string[]): Promise<void> {
    await this.platform.repeatable(
      `UPDATE platform.run
       SET node = NULL, tries = GREATEST(tries - 1, 0), waits_on = $4, due_at = CASE
         WHEN is_cancelled THEN now()
         WHEN waits_on IS NULL THEN now() + $5 * interval '1 ms'
         ELSE LEAST(now() + $6 * interval '1 ms', GREATEST(begun_at + $7 * interval '1 min', now()) + interval '1 s')
         END
       WHERE id = $1 AND attempt = $2 AND node = $3`,
      [runId, attempt, this.#node, recordIds, CONFIRM_MS, LOOK_AGAIN_MS, this.#timeoutMinutes],
    );
  }

  /** Makes the runs due that wait for one of these records. One that a process executes looks again after its step. */
  async unblock(environmentId: string, recordIds: readonly string[]): Promise<boolean> {
    const rows = await this.platform.repeatable(
      `UPDATE platform.run
       SET waits_on = NULL, due_at = CASE WHEN node IS NULL THEN LEAST(due_at, now()) ELSE due_at END
       WHERE environment_id = $1 AND waits_on IS NOT NULL AND (waits_on && $2::uuid[] OR waits_on = '{}')
       RETURNING id`,
      [environmentId, recordIds],
    );
    return rows.length > 0;
  }

  /** Counts the due runs of all environments that have no worker, and tells the age of the oldest. */
  async backlog(): Promise<Backlog> {
    type Row = Omit<Backlog, 'oldestSeconds'> & { readonly oldestSeconds: string | null };
    const [{ oldestSeconds, ...counts }] = await this.platform.repeatable<Row>(BACKLOG);
    return { ...counts, oldestSeconds: Number(oldestSeconds ?? 0) };
  }

  /** Tells whether an environment other than these has due runs. */
  async isWaitingElsewhere(environmentIds: readonly string[]): Promise<boolean> {
    const rows = await this.platform.repeatable(WAITING_ELSEWHERE, [environmentIds]);
    return rows.length > 0;
  }
}
