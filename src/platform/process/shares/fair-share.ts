import { DomainError } from '#core/errors.js';
import { Consumers, type UserState, WaitingLine } from './consumers.js';
import { HeldPermit, LongReads } from './held-permit.js';
import type { Consumer, Permit } from './permit.js';
import { type ShareClock, type ShareSettings, SYSTEM_CLOCK } from './share-settings.js';

/** Interval at which waiting requests are checked for timeouts. */
const SWEEP_MS = 50;
/** Wait of a request before it stops the read of a user who used far more. */
const PATIENCE_MS = 250;
/** Nothing is reserved, and requests wait without a limit. */
const DEFAULTS = { kept: 0, keptInTenant: 0, waitMs: Infinity, waitingPerUser: Infinity, unit: 1 };

/** Counts of a share, for operators and tests. */
export interface ShareState {
  /** Weight of all permits in use. */
  readonly inUse: number;
  readonly waiting: number;
  /** Number of requests refused since the start. */
  readonly refused: number;
  /** Number of reads stopped since the start. */
  readonly stopped: number;
  /** Number of tenants and users with a state. */
  readonly consumers: number;
}

/**
 * Divides a bounded resource of this node between tenants and their users (decision 0125). A user and a tenant hold no
 * more permits than their share. The last permits are reserved for users who hold none and used little lately. Waiting
 * requests are admitted by use: first the tenant that used least, within it the user that used least. If a user who used far
 * less still waits, a long read of the heaviest user is stopped.
 */
export class FairShare {
  readonly #consumers: Consumers;
  readonly #line = new WaitingLine();
  readonly #longReads = new LongReads();
  readonly #settings: Required<ShareSettings>;
  readonly #owner = {
    longReads: this.#longReads,
    reweigh: (permit: HeldPermit, weight: number): void => this.#reweigh(permit, weight),
  };
  #held = 0;
  #refused = 0;
  #stopped = 0;
  #endSweeps: (() => void) | undefined;

  /** @param name name of the permits in error messages, such as 'database statements' */
  constructor(
    private readonly name: string,
    settings: ShareSettings,
    private readonly clock: ShareClock = SYSTEM_CLOCK,
  ) {
    this.#settings = { ...DEFAULTS, ...settings };
    this.#consumers = new Consumers(this.#settings.unit);
  }

  get state(): ShareState {
    return {
      inUse: this.#held,
      waiting: this.#line.length,
      refused: this.#refused,
      stopped: this.#stopped,
      consumers: this.#consumers.size,
    };
  }

  /**
   * Takes a permit synchronously; undefined when none is free for this consumer.
   *
   * @param weight number of permits that it counts for, capped at the user's share
   */
  tryAcquire(consumer: Consumer, weight = 1): Permit | undefined {
    const now = this.clock.now();
    const user = this.#consumers.find(consumer, now);
    const asked = this.#bounded(weight);
    // Requests of a user are admitted in order, so this one waits behind an earlier one.
    if (user.waiters.length > 0 || !this.#fits(user, asked, now)) return undefined;
    return this.#give(user, asked, now);
  }

  /**
   * Takes a permit, and waits for one when none is free for this consumer.
   *
   * @param signal ends the wait; the promise is rejected with its reason
   * @throws {DomainError} RateLimited; Unavailable when the node is full and the consumer used little
   */
  async acquire(consumer: Consumer, signal?: AbortSignal, weight = 1): Promise<Permit> {
    signal?.throwIfAborted();
    const permit = this.tryAcquire(consumer, weight);
    if (permit !== undefined) return permit;
    const now = this.clock.now();
    const user = this.#consumers.find(consumer, now);
    if (user.waiters.length >= this.#settings.waitingPerUser) throw this.#refusal(user, true, now);
    return this.#wait(user, this.#bounded(weight), signal);
  }

  /** Runs `work` under a permit. Never nest calls on the same share: they would deadlock. */
  async withPermit<T>(consumer: Consumer, work: (permit: Permit) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const permit = this.tryAcquire(consumer) ?? (await this.acquire(consumer, signal));
    try {
      return await work(permit);
    } catch (error) {
      throw permit.refusal ?? error;
    } finally {
      permit.release();
    }
  }

  #bounded(weight: number): number {
    return Math.min(weight, this.#settings.perUser);
  }

  /** True when the user may hold this additional weight now. */
  #fits(user: UserState, weight: number, now: number): boolean {
    const { permits, perUser, perTenant, kept, keptInTenant } = this.#settings;
    const inTenant = user.tenant.use.held + weight;
    const inNode = this.#held + weight;
    if (user.use.held + weight > perUser || inTenant > perTenant || inNode > permits) return false;
    if (inTenant <= perTenant - keptInTenant && inNode <= permits - kept) return true;
    return user.use.held === 0 && user.use.isLight(this.#settings.unit, now);
  }

  #give(user: UserState, weight: number, now: number): HeldPermit {
    this.#hold(user, weight, now);
    return new HeldPermit(this.#owner, user, weight, now);
  }

  #hold(user: UserState, weight: number, now: number): void {
    this.#held += weight;
    user.use.change(weight, now);
    user.tenant.use.change(weight, now);
  }

  #reweigh(permit: HeldPermit, weight: number): void {
    const now = this.clock.now();
    const added = weight - permit.heldWeight;
    permit.heldWeight = weight;
    this.#hold(permit.user, added, now);
    if (added < 0 && this.#line.length > 0) this.#admit(now);
  }

  #wait(user: UserState, weight: number, signal?: AbortSignal): Promise<Permit> {
    return new Promise<Permit>((resolve, reject) => {
      const giveUp = (): void => {
        if (this.#line.remove(user, waiter)) reject(signal?.reason);
      };
      const waiter = {
        weight,
        sinceMs: this.clock.now(),
        admit: (permit: Permit): void => {
          signal?.removeEventListener('abort', giveUp);
          resolve(permit);
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

  /** Gives free permits to waiting requests whose shares allow it. */
  #admit(now: number): void {
    while (this.#held < this.#settings.permits) {
      const user = this.#line.next(now, (one, { weight }) => this.#fits(one, weight, now));
      if (user === undefined) return;
      const waiter = this.#line.take(user);
      waiter.admit(this.#give(user, waiter.weight, now));
    }
  }

  #sweep(): void {
    const now = this.clock.now();
    for (const user of this.#line.users) {
      while (user.waiters.length > 0 && now - user.waiters[0].sinceMs >= this.#settings.waitMs)
        this.#line.take(user).refuse(this.#refusal(user, false, now));
      if (user.waiters.length > 0) this.#stopFor(user, now);
    }
    // The use of waiting users decays, so some may fit now.
    this.#admit(now);
    if (this.#line.length > 0) return;
    this.#endSweeps?.();
    this.#endSweeps = undefined;
  }

  /** Stops the longest read of the heaviest user if its end admits this user, after `PATIENCE_MS` of waiting. */
  #stopFor(user: UserState, now: number): void {
    const [{ sinceMs, weight }] = user.waiters;
    if (now - sinceMs < PATIENCE_MS || now < user.stopsAgainAt) return;
    if (user.use.held + weight > this.#settings.perUser) return;
    const isTenantFull = user.tenant.use.held + weight > this.#settings.perTenant;
    const helps = (read: HeldPermit): boolean => !isTenantFull || read.user.tenant === user.tenant;
    const read = this.#longReads.heaviest(user, helps, now);
    if (read === undefined) return;
    user.stopsAgainAt = now + PATIENCE_MS;
    this.#stopped++;
    read.stop(this.#stopRefusal());
  }

  /** Error of a refused request: 503 when the node is full and the user used little, else 429. */
  #refusal(user: UserState, isLineFull: boolean, now: number): DomainError {
    this.#refused++;
    const { permits, waitMs } = this.#settings;
    if (!isLineFull && this.#held >= permits && user.use.isLight(this.#settings.unit, now)) return this.#nodeIsFull();
    return rateLimited(`The share of ${this.name} is used up: too many requests at once. Try again later.`, waitMs);
  }

  #nodeIsFull(): DomainError {
    const message = `The service is overloaded: there is no capacity left for ${this.name}. Try again later.`;
    return new DomainError({ code: 'Unavailable', message, params: { RetryAfterSeconds: 2 } });
  }

  #stopRefusal(): DomainError {
    const message = `The request was stopped: others wait for ${this.name}, and yours used the most of them.`;
    return rateLimited(`${message} Try again later, or ask for less.`, this.#settings.waitMs);
  }
}

const rateLimited = (message: string, waitMs: number): DomainError =>
  new DomainError({
    code: 'RateLimited',
    message,
    params: { RetryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) },
  });
