import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Bed } from '../rig/bed.js';
import type { CallHeaders } from '../rig/requests.js';
import { callHeaders } from '../rig/service.js';

/** An answer, and how long it took. */
export interface Answered {
  readonly status: number;
  readonly body: { readonly CorrelationId?: string; readonly Result?: { readonly Status?: string } };
  readonly ms: number;
}

const SOUTHBAY_USERS = new Set(['bob.bay']);

/** The service under attack, as the demo's users see it, and its database. */
export class Stage {
  readonly #headers = new Map<string, CallHeaders>();

  private constructor(
    readonly bed: Bed,
    readonly database: pg.Client,
  ) {}

  static async on<T>(bed: Bed, work: (stage: Stage) => Promise<T>): Promise<T> {
    const database = new pg.Client({ connectionString: bed.databaseUrl });
    await database.connect();
    try {
      return await work(new Stage(bed, database));
    } finally {
      await database.end();
    }
  }

  get port(): number {
    return this.bed.service.port;
  }

  /** The headers of a user's calls, in the environment of their tenant. */
  async headers(user: string): Promise<CallHeaders> {
    let headers = this.#headers.get(user);
    if (headers === undefined) {
      const place = SOUTHBAY_USERS.has(user) && { TenantId: 'Southbay' };
      headers = { ...(await callHeaders(this.bed.service, user)), ...place };
      this.#headers.set(user, headers);
    }
    return headers;
  }

  /** @param path behind `/api/v1` */
  async send(user: string, method: string, path: string, body?: unknown, more: CallHeaders = {}): Promise<Answered> {
    const headers = { ...(await this.headers(user)), 'Content-Type': 'application/json', ...more };
    const startedAt = performance.now();
    const response = await fetch(`http://127.0.0.1:${this.port}/api/v1${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: JSON.parse(text) as Answered['body'], ms: performance.now() - startedAt };
  }

  /** Milliseconds until `/health/live` answers. */
  async healthMs(): Promise<number> {
    const startedAt = performance.now();
    await (await fetch(`http://127.0.0.1:${this.port}/health/live`)).text();
    return performance.now() - startedAt;
  }
}

/** Repeats work in this number of parallel loops. @returns a function that ends them and waits for the last */
export function repeatedly(times: number, work: () => Promise<unknown>): () => Promise<void> {
  const over = new AbortController();
  const loops = Array.from({ length: times }, async () => {
    // What fails is what attackers risk; a pause keeps them from failing without end.
    while (!over.signal.aborted) await work().catch(() => sleep(100));
  });
  return async () => {
    over.abort();
    await Promise.all(loops);
  };
}
