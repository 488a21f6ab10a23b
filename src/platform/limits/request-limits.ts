import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Principal, RequestContext } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import { Config } from '#platform/process/config/config.js';
import type { UsageLimits } from '#platform/process/config/limits-config.js';
import { stateOf } from '#platform/observability/requests/request-state.js';
import { Outage } from '#platform/process/scheduling/outage.js';
import { Upkeep } from '#platform/process/scheduling/upkeep.js';
import { Metrics } from '#platform/observability/metrics/metrics.js';
import { consumerOf } from '#platform/process/shares/permit.js';
import type { Consumer } from '#platform/process/shares/permit.js';
import { LeasedLimit } from './leased-limit.js';
import { type Usage, UsageRepository } from './usage.repository.js';

/** Limits of one node in memory; the others are read anew. */
const MAX_LIMITS = 20_000;

/** Kinds of limits: what they count, in messages. */
const MEASURES = { requests: 'requests', executionMs: 'milliseconds of execution' } as const;
type MeasureName = keyof typeof MEASURES;

const LIMITED = {
  kind: 'counter',
  name: 'rate_limited_total',
  help: 'Requests and calls of the hub refused because a user or a tenant has used up a limit.',
} as const;

type Caller = Pick<RequestContext, 'catalogue' | 'principal'>;

interface AppliedLimit {
  readonly measure: MeasureName;
  readonly whose: keyof UsageLimits;
  readonly use: LeasedLimit;
}

/** Refuses requests and calls of the hub by users and tenants that have used up a limit, on all nodes together (docs/operations.md#limits). */
@Injectable()
export class RequestLimits {
  readonly #outage = new Outage(new Logger(RequestLimits.name));
  /** Limits of a user with those of the tenant. A tenant that is forgotten meanwhile has two leases for a time. */
  readonly #ofUsers = new LRUCache<string, readonly AppliedLimit[]>({ max: MAX_LIMITS });
  /** The same by the member, as the directory caches it, for requests: found without a key. */
  readonly #ofMembers = new WeakMap<Principal, readonly AppliedLimit[]>();
  readonly #ofTenants = new LRUCache<string, LeasedLimit>({ max: MAX_LIMITS });
  /** Limits that are set. */
  readonly #set: readonly (readonly [MeasureName, keyof UsageLimits])[];
  readonly #isTimed: boolean;
  readonly #refused = { user: 0, tenant: 0 };

  constructor(
    private readonly config: Config,
    private readonly usage: UsageRepository,
    metrics: Metrics,
  ) {
    const all = (['requests', 'executionMs'] as const).flatMap((measure) =>
      (['user', 'tenant'] as const).map((whose) => [measure, whose] as const),
    );
    this.#set = all.filter(([measure, whose]) => config.limits[measure][whose] > 0);
    this.#isTimed = this.#set.some(([measure]) => measure === 'executionMs');
    // Also without limits, so that an alert on it has data before there are any.
    for (const whose of ['user', 'tenant'] as const) metrics.add(LIMITED, { whose }, () => this.#refused[whose]);
  }

  /** True when there is any limit. */
  get isOn(): boolean {
    return this.#set.length > 0;
  }

  /**
   * Counts a request, and what it takes until its answer ends. Most requests need no lease, and no turn of the event loop.
   * @throws {DomainError} RateLimited
   */
  admit(caller: Caller, res: ServerResponse): Promise<void> | undefined {
    return this.#count(this.#limitsOfCaller(caller), res);
  }

  /**
   * Counts a request of a person that no tenant answers for: it has the limits of a user.
   * @param key of the person, the same in all their requests
   * @throws {DomainError} RateLimited
   */
  admitPerson(key: string, res: ServerResponse): Promise<void> | undefined {
    const limits = this.#limitsOfPerson(key);
    return limits.length > 0 ? this.#count(limits, res) : undefined;
  }

  #count(limits: readonly AppliedLimit[], res: ServerResponse): Promise<void> | undefined {
    const nowMs = performance.now();
    const leasing = this.#spend(limits, nowMs);
    if (leasing) return leasing.then((usedUp) => this.#answer(limits, usedUp, res));
    this.#measure(limits, res, nowMs);
  }

  /**
   * Does the work of a call that has no answer of its own over HTTP. It counts as a request, and so does its time.
   * @throws {DomainError} RateLimited; errors of `work`
   */
  async limited<T>(consumer: Consumer, work: () => Promise<T>): Promise<T> {
    const usedUp = await this.#spend(this.#limitsOf(consumer), performance.now());
    if (usedUp) throw refusal(usedUp);
    const begunMs = performance.now();
    try {
      return await work();
    } finally {
      this.charge(consumer, performance.now() - begunMs);
    }
  }

  /** Adds execution time that is known afterwards. */
  charge(consumer: Consumer, ms: number): void {
    if (this.#isTimed) chargeAll(this.#limitsOf(consumer), ms);
  }

  @Upkeep(3_600_000)
  async expire(): Promise<void> {
    if (this.isOn) await this.usage.expire();
  }

  /** Spends a request. @returns undefined when nothing had to be leased for it; else the limit that is used up, if any */
  #spend(limits: readonly AppliedLimit[], nowMs: number): Promise<AppliedLimit | undefined> | undefined {
    for (const [i, limit] of limits.entries())
      if (limit.use.trySpend(amountOf(limit), nowMs) !== true) return this.#lease(limits.slice(i));
    return undefined;
  }

  /** Goes on at a limit of which nothing is leased, or left. */
  async #lease(limits: readonly AppliedLimit[]): Promise<AppliedLimit | undefined> {
    for (const limit of limits) {
      if (await limit.use.spendWhenLeased(amountOf(limit))) continue;
      this.#refused[limit.whose]++;
      return limit;
    }
  }

  #answer(limits: readonly AppliedLimit[], usedUp: AppliedLimit | undefined, res: ServerResponse): void {
    const nowMs = performance.now();
    if (usedUp === undefined) return this.#measure(limits, res, nowMs);
    addHeaders(res, usedUp.use, nowMs);
    throw refusal(usedUp);
  }

  /** Charges the time until the answer ends. */
  #measure(limits: readonly AppliedLimit[], res: ServerResponse, begunMs: number): void {
    if (this.#isTimed) stateOf(res.req).onEnd = () => chargeAll(limits, performance.now() - begunMs);
    addHeaders(res, scarcest(limits), begunMs);
  }

  async #take(key: string, amount: number): Promise<Usage | undefined> {
    try {
      const usage = await this.usage.take(key, amount, this.config.limits.windowSeconds);
      this.#outage.end();
      return usage;
    } catch (error) {
      this.#outage.fail(error);
      return undefined;
    }
  }

  #limitsOfCaller(caller: Caller): readonly AppliedLimit[] {
    let limits = this.#ofMembers.get(caller.principal);
    if (limits === undefined) this.#ofMembers.set(caller.principal, (limits = this.#limitsOf(consumerOf(caller))));
    return limits;
  }

  #limitsOf({ tenantId, userId }: Consumer): readonly AppliedLimit[] {
    const key = `${tenantId} ${userId}`;
    let limits = this.#ofUsers.get(key);
    if (limits === undefined) {
      limits = this.#set.map(([measure, whose]) => {
        const use = whose === 'user' ? this.#limit(measure, whose, key) : this.#ofTenant(measure, tenantId);
        return { measure, whose, use };
      });
      this.#ofUsers.set(key, limits);
    }
    return limits;
  }

  #limitsOfPerson(person: string): readonly AppliedLimit[] {
    const key = `person ${hash('sha256', person, 'hex')}`;
    let limits = this.#ofUsers.get(key);
    if (limits === undefined) {
      const ofUsers = this.#set.filter(([, whose]) => whose === 'user');
      limits = ofUsers.map(([measure, whose]) => ({ measure, whose, use: this.#limit(measure, whose, key) }));
      this.#ofUsers.set(key, limits);
    }
    return limits;
  }

  #ofTenant(measure: MeasureName, tenantId: string): LeasedLimit {
    const key = `${measure} ${tenantId}`;
    const use = this.#ofTenants.get(key) ?? this.#limit(measure, 'tenant', tenantId);
    this.#ofTenants.set(key, use);
    return use;
  }

  #limit(measure: MeasureName, whose: keyof UsageLimits, id: string): LeasedLimit {
    return new LeasedLimit(this.config.limits[measure][whose], (amount) => this.#take(`${measure} ${id}`, amount));
  }
}

const amountOf = ({ measure }: AppliedLimit): number => (measure === 'requests' ? 1 : 0);

function chargeAll(limits: readonly AppliedLimit[], ms: number): void {
  for (const { measure, use } of limits) if (measure === 'executionMs') use.charge(ms);
}

/** Finds the limit of which the least part is left. */
function scarcest(limits: readonly AppliedLimit[]): LeasedLimit {
  let found = limits[0].use;
  for (const { use } of limits) if (use.partLeft < found.partLeft) found = use;
  return found;
}

const secondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / 1_000));

function addHeaders(res: ServerResponse, use: LeasedLimit, nowMs: number): void {
  const { limit, remaining, resetMs } = use.stateAt(nowMs);
  const { headers } = stateOf(res.req);
  headers.push('RateLimit-Limit', `${limit}`, 'RateLimit-Remaining', `${remaining}`);
  headers.push('RateLimit-Reset', `${secondsOf(resetMs)}`);
}

function refusal({ measure, whose, use }: AppliedLimit): DomainError {
  const { limit, resetMs } = use.stateAt(performance.now());
  const seconds = secondsOf(resetMs);
  const who = whose === 'user' ? 'You have' : 'Your tenant has';
  return new DomainError({
    code: 'RateLimited',
    message: `${who} used up the limit of ${limit} ${MEASURES[measure]}. Try again in ${seconds} s.`,
    params: { RetryAfterSeconds: seconds, Limit: limit },
  });
}
