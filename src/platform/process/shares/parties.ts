import { UseMeter } from './use-meter.js';
import type { Waiter } from './waiter.js';

/** User that asks for a place, and their tenant. */
export interface Party {
  readonly tenantId: string;
  readonly userId: string;
}

/** State of a tenant that holds, waits for or lately used places. */
class TenantState {
  readonly use = new UseMeter();
  readonly users = new Map<string, UserState>();
}

/** State of a user who holds, waits for or lately used places. */
export class UserState {
  readonly use = new UseMeter();
  /** Waiting requests, first come, first served. */
  readonly waiters: Waiter[] = [];
  /** Time from which a waiting request of the user may stop another read. */
  stopsAgainAt = 0;

  constructor(readonly tenant: TenantState) {}
}

/** Number of states checked when one is added: with two, idle states never outnumber the others for long. */
const CHECKS = 2;

/** Finds the states of parties and drops idle ones. */
export class Parties {
  readonly #tenants = new Map<string, TenantState>();

  /** @param unit weight that counts as one place */
  constructor(private readonly unit: number) {}

  /** Number of tenants and users with a state. */
  get size(): number {
    return [...this.#tenants.values()].reduce((sum, tenant) => sum + 1 + tenant.users.size, 0);
  }

  find({ tenantId, userId }: Party, now: number): UserState {
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
