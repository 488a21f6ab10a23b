import { ImageCache } from '#core/images/image-cache.js';
import type { EntityTriggers } from '#automation/core/triggers/triggers-in-force.js';
import type { InForce } from './trigger-cursors.repository.js';

type TriggersByEntity = ReadonlyMap<string, EntityTriggers>;

/** Changes that are matched in one transaction: a node holds their records in memory. */
export const STEP = 100;

/** Memory of a node about an environment, from one page to the next. Nothing of it decides what is matched. */
export class MatchState {
  /** Number of changes that the last page had. */
  pageLength = 0;
  /** True when it was reported that changes behind the cursor are gone. */
  isLossReported = false;
  #inForce: InForce | undefined;
  #log = '';
  #triggers: { readonly version: string; readonly byEntity: TriggersByEntity } | undefined;
  #cursor: string | null | undefined;
  #isMatchedByAnotherNode = false;
  #known: ImageCache | undefined;
  #stepSize = STEP;

  /** Triggers in force, as read last. */
  get inForce(): InForce | undefined {
    return this.#inForce;
  }

  /** Identity of the log when they were read: with a new one, their transactions are other ones. */
  get log(): string {
    return this.#log;
  }

  /** True when another node has moved the cursor last, as far as this node has seen. */
  get isMatchedByAnotherNode(): boolean {
    return this.#isMatchedByAnotherNode;
  }

  setInForce(inForce: InForce, log: string): void {
    this.#inForce = inForce;
    this.#log = log;
    this.#triggers = undefined;
  }

  /** The triggers in force by entity. @param find finds them, once for each version of the definitions */
  triggersOf(version: string, find: () => TriggersByEntity): TriggersByEntity {
    if (this.#triggers?.version !== version) this.#triggers = { version, byEntity: find() };
    return this.#triggers.byEntity;
  }

  /** Notes where the cursor was found. @returns whether another node has moved it since this node looked last */
  foundAt(cursor: string | null): boolean {
    const isMoved = this.#cursor !== undefined && this.#cursor !== cursor;
    if (isMoved) this.#isMatchedByAnotherNode = true;
    this.#cursor = cursor;
    return isMoved;
  }

  /**
   * Notes that this node has moved the cursor.
   * @param known records as they are there
   * @param count changes over which it was moved, if they were too many at first
   */
  movedTo(cursor: string, known?: ImageCache, count = Infinity): void {
    this.#cursor = cursor;
    this.#isMatchedByAnotherNode = false;
    this.#known = known;
    this.#stepSize = Math.min(count * 2, STEP);
  }

  /** Records known at a place of the log, for use up to the next place. */
  knownAt(place: string, next: string): ImageCache {
    return this.#known?.place === place ? this.#known.at(next) : new ImageCache(next);
  }

  /** Changes to match together: fewer after those that were too large. */
  stepSize(atMost: number): number {
    return Math.min(this.#stepSize, atMost);
  }
}
