import type { DomainError } from '#core/errors.js';
import { HeldPlace } from './held-place.js';
import { LongReads } from './long-reads.js';
import { Parties, type Party, type UserState } from './parties.js';
import type { Place } from './place.js';
import { nodeIsFull, rateLimited } from './share.errors.js';
import { SYSTEM_CLOCK, type ShareClock } from './share-clock.js';
import type { ShareSettings } from './share-settings.js';
import { WaitingLine } from './waiting-line.js';

/** Interval at which waiting requests are checked for timeouts. */
const SWEEP_MS = 50;
/** Wait of a request before it stops the read of a user who used far more. */
const PATIENCE_MS = 250;

/** Counts of a share, for operators and tests. */
export interface ShareState {
  /** Weight of all places in use. */
  readonly inUse: number;
  readonly waiting: number;
  /** Number of requests refused since the start. */
  readonly refused: number;
  /** Number of reads stopped since the start. */
  readonly stopped: number;
  /** Number of tenants and users with a state. */
  readonly parties: number;
}

/**
 * Divides a bounded resource of this node between tenants and their users (decision 0125). A user and a tenant hold no
 * more places than their share. The last places are reserved for users who hold none and used little lately. Waiting
 * requests enter by use: first the tenant that used least, within it the user that used least. If a user who used far
 * less still waits, a long read of the heaviest user is stopped.
 */
export class FairShare {
  readonly #parties: Parties;
  readonly #line = new WaitingLine();
  readonly #longReads = new LongReads();
  readonly #unit: number;
  readonly #owner = {
    longReads: this.#longReads,
    reweigh: (place: HeldPlace, weight: number): void => this.#reweigh(place, weight),
    release: (place: HeldPlace): void => this.#reweigh(place, 0),
  };
  #held = 0;
  #refused = 0;
  #stopped = 0;
  #endSweeps: (() => void) | undefined;

  /** @param name name of the places in error messages, such as 'database statements' */
  constructor(
    private readonly name: string,
    private readonly settings: ShareSettings,
    private readonly clock: ShareClock = SYSTEM_CLOCK,
  ) {
    this.#unit = settings.unit ?? 1;
    this.#parties = new Parties(this.#unit);
  }

  get state(): ShareState {
    return {
      inUse: this.#held,
      waiting: this.#line.length,
      refused: this.#refused,
      stopped: this.#stopped,
      parties: this.#parties.size,
    };
  }

  /**
   * Takes a place synchronously; undefined when none is free for this party.
   *
   * @param weight number of places that it counts for, capped at the user's share
   */
  tryEnter(party: Party, weight = 1): Place | undefined {
    const now = this.clock.now();
    const user = this.#parties.find(party, now);
    const asked = this.#bounded(weight);
    // Requests of a user enter in order, so this one waits behind an earlier one.
    if (user.waiters.length > 0 || !this.#fits(user, asked, now)) return undefined;
    return this.#give(user, asked, now);
  }

  /**
   * Takes a place, and waits for one when none is free for this party.
   *
   * @param signal ends the wait; the promise is rejected with its reason
   * @throws {DomainError} RateLimited; Unavailable when the node is full and the party used little
   */
  async enter(party: Party, signal?: AbortSignal, weight = 1): Promise<Place> {
    signal?.throwIfAborted();
    const place = this.tryEnter(party, weight);
    if (place !== undefined) return place;
    const now = this.clock.now();
    const user = this.#parties.find(party, now);
    if (user.waiters.length >= this.settings.waitingPerUser) throw this.#refusal(user, true, now);
    return this.#wait(user, this.#bounded(weight), signal);
  }

  /** Runs `work` in a place. Never nest calls on the same share: they would deadlock. */
  async withPlace<T>(party: Party, work: (place: Place) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const place = this.tryEnter(party) ?? (await this.enter(party, signal));
    try {
      return await work(place);
    } catch (error) {
      throw place.verdict ?? error;
    } finally {
      place.leave();
    }
  }

  #bounded(weight: number): number {
    return Math.min(weight, this.settings.perUser);
  }

  /** True when the user may hold this additional weight now. */
  #fits(user: UserState, weight: number, now: number): boolean {
    const { places, perUser, perTenant, kept, keptInTenant } = this.settings;
    const inTenant = user.tenant.use.held + weight;
    const inNode = this.#held + weight;
    if (user.use.held + weight > perUser || inTenant > perTenant || inNode > places) return false;
    if (inTenant <= perTenant - keptInTenant && inNode <= places - kept) return true;
    return user.use.held === 0 && user.use.isLight(this.#unit, now);
  }

  #give(user: UserState, weight: number, now: number): HeldPlace {
    this.#hold(user, weight, now);
    return new HeldPlace(this.#owner, user, weight, now);
  }

  #hold(user: UserState, weight: number, now: number): void {
    this.#held += weight;
    user.use.change(weight, now);
    user.tenant.use.change(weight, now);
  }

  #reweigh(place: HeldPlace, weight: number): void {
    const now = this.clock.now();
    const added = weight - place.heldWeight;
    place.heldWeight = weight;
    this.#hold(place.user, added, now);
    if (added < 0 && this.#line.length > 0) this.#admit(now);
  }

  #wait(user: UserState, weight: number, signal?: AbortSignal): Promise<Place> {
    return new Promise<Place>((resolve, reject) => {
      const giveUp = (): void => {
        if (this.#line.remove(user, waiter)) reject(signal?.reason);
      };
      const waiter = {
        weight,
        sinceMs: this.clock.now(),
        enter: (place: Place): void => {
          signal?.removeEventListener('abort', giveUp);
          resolve(place);
        },
        refuse: (reason: unknown): void => {
          signal?.removeEventListener('abort', giveUp);
          reject(reason);
        },
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#line.add(user, waiter);
      this.#endSweeps ??= this.clock.every(SWEEP_MS, () => this.#sweep());
    });
  }

  /** Gives free places to waiting requests whose shares allow it. */
  #admit(now: number): void {
    while (this.#held < this.settings.places) {
      const user = this.#line.next(now, (one, { weight }) => this.#fits(one, weight, now));
      if (user === undefined) return;
      const waiter = this.#line.take(user);
      waiter.enter(this.#give(user, waiter.weight, now));
    }
  }

  #sweep(): void {
    const now = this.clock.now();
    for (const user of this.#line.users) {
      while (user.waiters.length > 0 && now - user.waiters[0].sinceMs >= this.settings.waitMs)
        this.#line.take(user).refuse(this.#refusal(user, false, now));
      if (user.waiters.length > 0) this.#stopFor(user, now);
    }
    // The use of waiting users decays, so some may fit now.
    this.#admit(now);
    if (this.#line.length > 0) return;
    this.#endSweeps?.();
    this.#endSweeps = undefined;
  }

  /** Stops the longest read of the heaviest user if its end lets this user enter, after `PATIENCE_MS` of waiting. */
  #stopFor(user: UserState, now: number): void {
    const [{ sinceMs, weight }] = user.waiters;
    if (now - sinceMs < PATIENCE_MS || now < user.stopsAgainAt) return;
    if (user.use.held + weight > this.settings.perUser) return;
    const isTenantFull = user.tenant.use.held + weight > this.settings.perTenant;
    const helps = (read: HeldPlace): boolean => !isTenantFull || read.user.tenant === user.tenant;
    const read = this.#longReads.heaviest(user, helps, now);
    if (read === undefined) return;
    user.stopsAgainAt = now + PATIENCE_MS;
    this.#stopped++;
    read.stop(this.#stopVerdict());
  }

  /** Error of a refused request: 503 when the node is full and the user used little, else 429. */
  #refusal(user: UserState, isLineFull: boolean, now: number): DomainError {
    this.#refused++;
    const { places, waitMs } = this.settings;
    if (!isLineFull && this.#held >= places && user.use.isLight(this.#unit, now)) return nodeIsFull(this.name);
    return rateLimited(`The share of ${this.name} is used up: too many requests at once. Try again later.`, waitMs);
  }

  #stopVerdict(): DomainError {
    const message = `The request was stopped: others wait for ${this.name}, and yours used the most of them.`;
    return rateLimited(`${message} Try again later, or ask for less.`, this.settings.waitMs);
  }
}
