import { Injectable } from '@nestjs/common';
import { Drain } from '#platform/http/drain.js';
import { RunEnds } from '#automation/queue/run-ends.js';
import { ExecutionRepository } from './execution.repository.js';

/** Time after which runs that another process has ended are found. */
const POLL_MS = 100;

/** Waits for runs to end, on this process or another one. */
@Injectable()
export class AwaitRuns {
  /** Requests that wait, such as several with one key, by what ends their wait. */
  readonly #waiting = new Map<() => void, string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly ends: RunEnds,
    private readonly executions: ExecutionRepository,
    private readonly drain: Drain,
  ) {}

  /** @returns when the run has ended, the time is over or the process is about to stop */
  async wait(runId: string, atMostMs: number): Promise<void> {
    if (atMostMs <= 0 || this.drain.isDraining) return;
    await new Promise<void>((resolve) => {
      const over = (): void => {
        clearTimeout(timer);
        this.ends.unlisten(runId, over);
        this.#waiting.delete(over);
        resolve();
      };
      const timer = setTimeout(over, atMostMs);
      this.#waiting.set(over, runId);
      this.ends.listen(runId, over);
      this.#poll();
    });
  }

  #poll(): void {
    if (this.#timer !== undefined || this.#waiting.size === 0) return;
    this.#timer = setTimeout(() => void this.#look(), POLL_MS);
  }

  async #look(): Promise<void> {
    const ids = [...new Set(this.#waiting.values())];
    const ended = new Set(this.drain.isDraining ? ids : await this.executions.ended(ids).catch(() => []));
    for (const [over, runId] of this.#waiting) if (ended.has(runId)) over();
    this.#timer = undefined;
    this.#poll();
  }
}
