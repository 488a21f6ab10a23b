import type { Consumer, Permit } from './permit.js';

const HALF_LIFE_MS = 5_000;
const DECAY_PER_MS = Math.LN2 / HALF_LIFE_MS;
/** Age up to which a linear decay is exact to 0.001 %; it is several times faster than the exponential one. */
const LINEAR_MS = 20;
const LIGHT_MS = 1_000;
const FORGOTTEN_MS = 1;

/** Number of states checked when one is added: with two, idle states never outnumber the others for long. */
const CHECKS = 2;

/** Measures recent use of permits, in milliseconds. Past use halves every 5 s; permits in use keep counting. */
class UseMeter {
  /** Weight of the permits in use. */
  held = 0;
  #usedMs = 0;
  #at = 0;

  /** Recent use at the time `now`, in milliseconds of permits. */
  usedMs(now: number): number {
    const ageMs = now - this.#at;
    if (ageMs > 0) {
      const decay = ageMs < LINEAR_MS ? 1 - ageMs * DECAY_PER_MS : Math.exp(-ageMs * DECAY_PER_MS);
      this.#usedMs = this.#usedMs * decay + (this.held * (1 - decay)) / DECAY_PER_MS;
      this.#at = now;
    }
    return this.#usedMs;
  }

  /** Adds to the weight of the permits in use, from `now` on. */
  change(weight: number, now: number): void {
    this.usedMs(now);
    this.held += weight;
  }

  /** True when recent use is below one second of a permit. @param unit weight that counts as one permit */
  isLight(unit: number, now: number): boolean {
    return this.usedMs(now) < LIGHT_MS * unit;
  }

  /** True when the meter can be dropped without losing information. */
  isIdle(unit: number, now: number): boolean {
    return this.held === 0 && this.usedMs(now) < FORGOTTEN_MS * unit;
  }
}

/** Request that waits for a permit. */
export interface Waiter {
  readonly weight: number;
  readonly sinceMs: number;
  readonly admit: (permit: Permit) => void;
  readonly refuse: (reason: unknown) => void;
}

/** State of a tenant that holds, waits for or lately used permits. */
class TenantState {
  readonly use = new UseMeter();
  readonly users = new Map<string, UserState>();
}

/** State of a user who holds, waits for or lately used permits. */
export class UserState {
  readonly use = new UseMeter();
  /** Waiting requests, first come, first served. */
  readonly waiters: Waiter[] = [];
  /** Time from which a waiting request of the user may stop another read. */
  stopsAgainAt = 0;

  constructor(readonly tenant: TenantState) {}
}

/** Finds the states of consumers and drops idle ones. */
export class Consumers {
  readonly #tenants = new Map<string, TenantState>();

  /** @param unit weight that counts as one permit */
  constructor(private readonly unit: number) {}

  /** Number of tenants and users with a state. */
  get size(): number {
    return [...this.#tenants.values()].reduce((sum, tenant) => sum + 1 + tenant.users.size, 0);
  }

  find({ tenantId, userId }: Consumer, now: number): UserState {
    const tenant = this.#tenants.get(tenantId) ?? this.#addTenant(tenantId, now);
    return tenant.users.get(userId) ?? this.#addUser(tenant, userId, now);
  }

  #addTenant(id: string, now: number): TenantState {
    dropIdle(this.#tenants, (tenant) => {
      dropIdle(tenant.users, (user) => this.#isIdle(user, now));
      return tenant.users.size === 0;
    });
    const tenant = new TenantState();
    this.#tenants.set(id, tenant);
    return tenant;
  }

  #addUser(tenant: TenantState, id: string, now: number): UserState {
    dropIdle(tenant.users, (user) => this.#isIdle(user, now));
    const user = new UserState(tenant);
    tenant.users.set(id, user);
    return user;
  }

  #isIdle({ use, waiters }: UserState, now: number): boolean {
    return waiters.length === 0 && use.isIdle(this.unit, now);
  }
}

/** Checks the states whose last check is oldest: drops idle ones and moves the others to the end. */
function dropIdle<T>(states: Map<string, T>, isIdle: (state: T) => boolean): void {
  let remaining = Math.min(CHECKS, states.size);
  for (const [id, state] of states) {
    if (remaining-- === 0) return;
    states.delete(id);
    if (!isIdle(state)) states.set(id, state);
  }
}

/** Queue of requests that wait for a permit: first come, first served within a user, by use between users. */
export class WaitingLine {
  readonly #users = new Set<UserState>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Users with waiting requests. */
  get users(): Iterable<UserState> {
    return this.#users;
  }

  add(user: UserState, waiter: Waiter): void {
    user.waiters.push(waiter);
    this.#users.add(user);
    this.#length++;
  }

  /** Removes the user's first request from the queue. */
  take(user: UserState): Waiter {
    const [first] = user.waiters;
    this.remove(user, first);
    return first;
  }

  /** Removes a request. @returns true when it was still waiting */
  remove(user: UserState, waiter: Waiter): boolean {
    const at = user.waiters.indexOf(waiter);
    if (at === -1) return false;
    if (at === 0) user.waiters.shift();
    else user.waiters.splice(at, 1);
    if (user.waiters.length === 0) this.#users.delete(user);
    this.#length--;
    return true;
  }

  /** Next user whose first request fits: of the tenant that used least, the user that used least. */
  next(now: number, fits: (user: UserState, waiter: Waiter) => boolean): UserState | undefined {
    let next: UserState | undefined;
    for (const user of this.#users)
      if ((next === undefined || usedLess(user, next, now)) && fits(user, user.waiters[0])) next = user;
    return next;
  }
}

function usedLess(one: UserState, other: UserState, now: number): boolean {
  const byTenant = one.tenant.use.usedMs(now) - other.tenant.use.usedMs(now);
  return byTenant < 0 || (byTenant === 0 && one.use.usedMs(now) < other.use.usedMs(now));
}
