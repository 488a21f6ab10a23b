import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

const MAX_RECENT = 10_000;

/** Notifies the waiters of a run that this process has ended it. */
@Injectable()
export class RunEnds {
  readonly #waiting = new Map<string, Set<() => void>>();
  /** Runs that have ended, maybe before their waiters began to listen. */
  readonly #recent = new LRUCache<string, true>({ max: MAX_RECENT });

  note(runId: string): void {
    this.#recent.set(runId, true);
    for (const wake of this.#waiting.get(runId) ?? []) wake();
  }

  /** Calls `wake` when the run ends here, or at once if it has. */
  listen(runId: string, wake: () => void): void {
    const all = this.#waiting.get(runId) ?? new Set();
    this.#waiting.set(runId, all.add(wake));
    if (this.#recent.has(runId)) wake();
  }

  unlisten(runId: string, wake: () => void): void {
    const all = this.#waiting.get(runId);
    all?.delete(wake);
    if (all?.size === 0) this.#waiting.delete(runId);
  }

  /** Forgets that a run has ended, because it goes on. */
  forget(runId: string): void {
    this.#recent.delete(runId);
  }
}
