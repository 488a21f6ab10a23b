import type { Versions } from '#platform/catalogue/environment.repository.js';
import type { RunsConfig } from '#platform/process/config/config.js';
import type { Permit } from '#platform/process/shares/permit.js';
import { problem } from '#platform/http/problem.js';
import { RunCancelled, RunFailed, RunHandedOver, RunLost } from '#automation/queue/run-errors.js';
import { type ClaimedRun } from '#automation/queue/run-queue.repository.js';
import { type StoredRun } from '#automation/queue/run-records.repository.js';
import { type WorkflowVersion } from '#automation/queue/workflow-versions.repository.js';

const MINUTE_MS = 60_000;

/** Switches of a run under way, which the process sets from outside, and its limits. */
export class RunSwitch {
  readonly #stop = new AbortController();
  /** The run is to be handed over after its current step. */
  handsOver = false;
  /** The run may have ended its processes; until its current step is stored. */
  isSuspect = false;

  /** Held while the run waits for another system and has left its place. */
  outside: Permit | undefined;

  /** Aborted with what ends the execution: {RunLost}, {RunCancelled}. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Tells a step that waits that the execution is to end. */
  stop(reason: RunLost | RunCancelled): void {
    this.#stop.abort(reason);
  }

  /** @param leave leaves the place of the run to another one, if it may */
  constructor(
    readonly limits: RunsConfig,
    readonly leave: () => Permit | undefined,
  ) {}
}

/** A run that this process executes. */
export class RunExecution {
  /** Tries of the current step, this one included. */
  tries: number;
  isCancelled: boolean;
  /** Of definitions and rights, when the last step was stored. */
  versions: Versions;
  /** Bytes of the outputs that its steps have stored. */
  outputBytes: number;
  readonly #begunMs: number;

  constructor(
    readonly claimed: ClaimedRun,
    readonly run: StoredRun,
    readonly version: WorkflowVersion,
    private readonly controls: RunSwitch,
  ) {
    this.tries = claimed.tries;
    this.isCancelled = claimed.isCancelled;
    this.outputBytes = Number(claimed.outputBytes);
    this.versions = claimed;
    this.#begunMs = performance.now() - claimed.ageMs;
  }

  get signal(): AbortSignal {
    return this.controls.signal;
  }

  get limits(): RunsConfig {
    return this.controls.limits;
  }

  /** A step got the run on: the next one has tries of its own. */
  advance(): void {
    this.tries = 1;
    this.controls.isSuspect = false;
  }

  /** Time since the first claim. */
  get #ageMs(): number {
    return performance.now() - this.#begunMs;
  }

  get #tooLong(): string {
    const waited = this.run.error?.Message;
    const message = `The run took longer than ${this.limits.timeoutMinutes} minutes.`;
    return typeof waited === 'string' ? `${message} It has waited: ${waited}` : message;
  }

  /** Waits for another system, and leaves the place of the run to others meanwhile. */
  async outside<T>(wait: () => Promise<T>): Promise<T> {
    this.controls.outside = this.controls.leave();
    try {
      return await wait();
    } finally {
      this.controls.outside?.release();
      this.controls.outside = undefined;
    }
  }

  /**
   * Ends the execution between two steps, if it must not go on.
   * @throws {RunLost} {RunCancelled} {RunFailed} {RunHandedOver}
   */
  mayGoOn(): void {
    this.signal.throwIfAborted();
    if (this.isCancelled) throw new RunCancelled();
    if (this.#ageMs > this.limits.timeoutMinutes * MINUTE_MS)
      throw new RunFailed(problem('QueryTimeout', this.#tooLong), undefined);
    if (this.controls.handsOver) throw new RunHandedOver();
  }
}
