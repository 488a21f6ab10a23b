import type { ChangeKind } from '#core/changes/change.js';
import type { Environment } from '#core/catalogue/environment.js';
import { Backoff } from '#platform/process/scheduling/backoff.js';
import type { Matched } from './match-changes.service.js';
import { MatchState } from './match-state.js';

const RETRY = new Backoff(250, 10_000);
/** Time that a node leaves to the one that has moved the cursor last: without it, all of them compute the same page. */
const DEFER_MS = 250;
/** A page with as many changes is part of a burst; the next one waits for more, because a page costs as much as some changes. */
const BURST = 16;
const BURST_PAUSE_MS = 200;
/** Pause after a smaller page. */
const PAUSE_MS = 25;

/** An environment with active triggers, as one node follows it. */
export class EnvironmentFollower {
  readonly state = new MatchState();
  /** Kinds of the changes that may fire its triggers. */
  kinds: ReadonlySet<ChangeKind> = new Set();
  /** Time of the next page, by the monotonic clock. */
  #notBeforeMs = 0;
  #isDue = false;
  #isBusy = false;
  #failures = 0;
  #hasMatched = false;
  /** Times, by the monotonic clock, since when changes may wait, and of the current page. */
  #dueSinceMs = 0;
  #beganMs = 0;

  constructor(readonly environment: Environment) {}

  /** True when it may have changes that are not matched. */
  get isDue(): boolean {
    return this.#isDue;
  }

  /** Seconds since all changes were matched; 0 where none may wait. */
  get lagSeconds(): number {
    return this.#isDue || this.#isBusy ? (performance.now() - this.#dueSinceMs) / 1_000 : 0;
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  get notBeforeMs(): number {
    return this.#notBeforeMs;
  }

  /**
   * True when the next attempt is to be counted: the first one of this process, because a process before may have ended
   * with it, and those after a failed one. All others cost nothing.
   */
  get isCounted(): boolean {
    return !this.#hasMatched || this.#failures > 0;
  }

  /** Notes that there may be changes. */
  wake(): void {
    if (!this.#isDue && this.state.isMatchedByAnotherNode) this.#deferBy(DEFER_MS);
    if (!this.#isDue && !this.#isBusy) this.#dueSinceMs = performance.now();
    this.#isDue = true;
  }

  mayStart(): boolean {
    return this.#isDue && !this.#isBusy && performance.now() >= this.#notBeforeMs;
  }

  begin(): void {
    this.#isDue = false;
    this.#isBusy = true;
    this.#beganMs = performance.now();
  }

  end(matched: Matched): void {
    this.#isBusy = false;
    this.#failures = 0;
    if (matched !== 'taken') this.#hasMatched = true;
    if (matched === 'done') {
      this.#dueSinceMs = this.#beganMs;
      return this.#pause();
    }
    this.#isDue = true;
    if (matched === 'taken') this.#deferBy(DEFER_MS);
  }

  /** @returns whether it is the first failure in a row */
  fail(): boolean {
    this.#isBusy = false;
    this.#isDue = true;
    this.#failures++;
    this.#deferBy(RETRY.after(this.#failures));
    return this.#failures === 1;
  }

  /** Lets changes gather. After a page without any it stays ready for the next change. */
  #pause(): void {
    const { pageLength } = this.state;
    if (pageLength > 0) this.#deferBy(pageLength < BURST ? PAUSE_MS : BURST_PAUSE_MS);
  }

  #deferBy(ms: number): void {
    this.#notBeforeMs = Math.max(this.#notBeforeMs, performance.now() + ms);
  }
}
