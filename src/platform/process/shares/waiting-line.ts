import type { UserState } from './parties.js';
import type { Waiter } from './waiter.js';

/** Queue of requests that wait for a place: first come, first served within a user, by use between users. */
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
