import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Config, type RunsConfig } from '#platform/process/config/config.js';
import { Drain } from '#platform/http/drain.js';
import { Loop } from '#platform/process/scheduling/loop.js';
import { FairShare } from '#platform/process/shares/fair-share.js';
import type { Permit } from '#platform/process/shares/permit.js';
import { ClaimRuns } from '#automation/queue/claim-runs.service.js';
import { RunEnds } from '#automation/queue/run-ends.js';
import { RunCancelled, RunLost } from '#automation/queue/run-errors.js';
import { RunWake } from '#automation/queue/run-wake.js';
import { RunQueueRepository, type ClaimedRun, type HeldRuns } from '#automation/queue/run-queue.repository.js';
import { ExecuteRun } from './execute-run.service.js';
import { RunSwitch } from './run-execution.js';

/** Time after which runs of other nodes' commits are found. */
const POLL_MS = 150;
/** Number of times per lease that leases are renewed. */
const RENEWALS_PER_LEASE = 3;
/** Time after which a run is handed over where another environment waits. */
const TURN_MS = 1_000;
/** Most runs that wait for other systems without a place, and those of one environment. Further ones keep their place. */
const OUTSIDE = { permits: 64, perTenant: 48, perUser: 48 };

const keyOf = ({ runId, attempt }: Pick<ClaimedRun, 'runId' | 'attempt'>): string => `${runId} ${attempt}`;

interface WorkedRun {
  readonly claimed: ClaimedRun;
  readonly controls: RunSwitch;
  readonly sinceMs: number;
}

/** Claims due runs and executes a few of them at once. Processes with the role `worker` do. */
@Injectable()
export class WorkRuns implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  readonly #logger = new Logger(WorkRuns.name);
  readonly #config: RunsConfig;
  /** A run that was lost may be claimed anew while its old execution still ends. */
  readonly #working = new Set<WorkedRun>();
  readonly #outside = new FairShare('waiting runs', OUTSIDE);
  #isStopping = false;
  readonly #watching: Loop;
  #renewal: NodeJS.Timeout | undefined;

  constructor(
    private readonly queue: RunQueueRepository,
    private readonly runs: ExecuteRun,
    private readonly claims: ClaimRuns,
    private readonly ends: RunEnds,
    private readonly wake: RunWake,
    private readonly drain: Drain,
    { runs: config }: Config,
  ) {
    this.#config = config;
    this.#watching = new Loop(() => this.#look(), { pauseMs: POLL_MS, logger: this.#logger, signal: wake });
  }

  onApplicationBootstrap(): void {
    if (!this.#config.isWorker || this.#config.workers === 0) return;
    this.#watching.start();
    this.#renewal = setInterval(() => void this.#renew(), this.#config.leaseMs / RENEWALS_PER_LEASE).unref();
  }

  /** Claims no more, and hands each run over after its current step. */
  beforeApplicationShutdown(): void {
    this.#isStopping = true;
    for (const { controls } of this.#working) controls.handsOver = true;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#watching.stop();
    clearInterval(this.#renewal);
    await Promise.all([...this.#working].map(({ claimed }) => this.#giveUp(claimed)));
  }

  /** Hands over a run whose step has outlasted the grace period, so that no process waits for its lease to end. */
  async #giveUp(claimed: ClaimedRun): Promise<void> {
    await this.queue.handOver(claimed).catch((error: unknown) => this.#logger.warn(error));
  }

  /** @returns longest pause before the next look */
  async #look(): Promise<number> {
    const free = this.#config.workers - this.#placed.length;
    if (this.#isStopping) return POLL_MS;
    if (free <= 0) {
      await this.#takeTurns();
      return POLL_MS;
    }
    const claimed = await this.claims.claim({ count: free, held: this.#held(), share: this.#share });
    for (const each of claimed) this.#work(each);
    return claimed.length > 0 ? 0 : POLL_MS;
  }

  /** One environment leaves a place to others: theirs would wait for its steps. */
  get #share(): number {
    return Math.max(1, this.#config.workers - 1);
  }

  /** Runs that have a place: those that wait for other systems have left theirs. */
  get #placed(): readonly WorkedRun[] {
    return [...this.#working].filter(({ controls }) => controls.outside === undefined);
  }

  /** Lets a run of an environment leave its place. */
  #leave(environmentId: string): Permit | undefined {
    const permit = this.#outside.tryAcquire({ tenantId: environmentId, userId: '' });
    if (permit) this.wake.wake();
    return permit;
  }

  #held(): HeldRuns {
    const counts = new Map<string, number>();
    for (const { claimed } of this.#placed)
      counts.set(claimed.environmentId, (counts.get(claimed.environmentId) ?? 0) + 1);
    return {
      environments: [...counts].map(([environmentId, count]) => ({ environmentId, count })),
      hasSuspect: [...this.#working].some(({ controls }) => controls.isSuspect),
    };
  }

  /** Where all places are taken and another environment waits, the oldest run gives its place up. */
  async #takeTurns(): Promise<void> {
    const now = performance.now();
    const old = this.#placed.filter(({ sinceMs }) => now - sinceMs > TURN_MS);
    if (old.length === 0 || old.some(({ controls }) => controls.handsOver)) return;
    const environmentIds = this.#held().environments.map(({ environmentId }) => environmentId);
    if (await this.claims.isWaitingElsewhere(environmentIds)) old[0].controls.handsOver = true;
  }

  #work(claimed: ClaimedRun): void {
    const controls = new RunSwitch(this.#config, () => this.#leave(claimed.environmentId));
    controls.handsOver = this.#isStopping;
    controls.isSuspect = claimed.isSuspect;
    const worked: WorkedRun = { claimed, controls, sinceMs: performance.now() };
    this.#working.add(worked);
    const work = this.drain.track(async () => {
      const hasEnded = await this.runs.execute(claimed, controls);
      this.#working.delete(worked);
      if (hasEnded) this.ends.note(claimed.runId);
      this.wake.wake();
    });
    work.catch((error: unknown) => this.#logger.error(error));
  }

  async #renew(): Promise<void> {
    const held = [...this.#working];
    if (held.length === 0) return;
    try {
      const kept = await this.queue.renew(held.map(({ claimed }) => claimed));
      const runs = new Map(kept.map((run) => [keyOf(run), run]));
      for (const { claimed, controls } of held) {
        const run = runs.get(keyOf(claimed));
        if (!run) controls.stop(new RunLost());
        else if (run.isCancelled) controls.stop(new RunCancelled());
        else if (run.isIdle) controls.handsOver = true;
      }
    } catch (error) {
      this.#watching.outage.fail(error);
    }
  }
}
