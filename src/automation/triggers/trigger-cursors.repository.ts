import { Injectable } from '@nestjs/common';
import { IS_WORKED_ON } from '#core/catalogue/environment-state.js';
import type { ChangeKind } from '#core/changes/change.js';
import { Config } from '#platform/process/config/config.js';
import { isOutage } from '#platform/database/connections/database.errors.js';
import { PlatformDatabase } from '#platform/database/platform-database.js';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import { KeepLeases } from '#platform/operations/keep-leases.service.js';

/** How far the changes of an environment are matched with its triggers. */
export interface TriggerCursor {
  /** Transaction with which the first read begins. */
  readonly beginsAt: bigint;
  /** Its time, in seconds since 1970. */
  readonly beginsOn: number;
  /** Position in the log; null before the first read. */
  readonly cursor: string | null;
  /** Version of the definitions. */
  readonly version: string;
}

/** The triggers that are in force in an environment. */
export interface InForce {
  /** Version of the definitions that they belong to. */
  readonly version: string;
  /** Kinds of the changes that may fire them. */
  readonly kinds: ReadonlySet<ChangeKind>;
  /** Transaction that activated each trigger, by its id. */
  readonly since: ReadonlyMap<string, bigint>;
}

/** A step of the cursor. */
export interface CursorStep {
  readonly environmentId: string;
  readonly from: string | null;
  readonly to: string;
}

/** Kind of the changes that a trigger `t` asks for by an operation `o`; all of its entity where it has no operations. */
const KIND = `t.entity || coalesce(':' || o.name, '')`;

/**
 * Counts an attempt, unless another process makes one, or has moved the cursor. Values: environment, cursor, process,
 * milliseconds of the lease, attempts that count as made at a place where none was.
 */
const TAKE = `
  UPDATE platform.trigger_cursor c
  SET attempts = 1 + CASE WHEN c.attempted_at = coalesce($2, '') THEN c.attempts ELSE $5 END,
    attempted_at = coalesce($2, ''), node = $3, lease_until = now() + $4 * interval '1 ms'
  WHERE c.environment_id = $1 AND c.cursor IS NOT DISTINCT FROM $2
    AND (c.attempted_at IS DISTINCT FROM coalesce($2, '') OR c.node = $3 OR coalesce(c.lease_until < now(), true))
  RETURNING c.attempts`;

const RENEW = `
  UPDATE platform.trigger_cursor
  SET lease_until = now() + $2 * interval '1 ms'
  WHERE node = $1`;

/** Renewals for each lease. */
const RENEWALS = 3;

/** Reads and moves the cursors of the matcher, and reads the list of triggers in force. */
@Injectable()
export class TriggerCursors {
  /** Names this process as the holder of a lease. */
  readonly #node = uuidV7();

  constructor(
    private readonly platform: PlatformDatabase,
    private readonly config: Config,
    leases: KeepLeases,
  ) {
    leases.add({ text: RENEW, values: [this.#node, config.runs.leaseMs], leaseMs: config.runs.leaseMs });
  }

  /** Kinds of changes that may fire active triggers, by the id of their environment. */
  async environments(): Promise<ReadonlyMap<string, ReadonlySet<ChangeKind>>> {
    const rows = await this.platform.repeatable<{ id: string; kinds: string[] }>(
      `SELECT t.environment_id AS id, array_agg(DISTINCT ${KIND}) AS kinds
       FROM platform.trigger t
       JOIN platform.environment e ON e.id = t.environment_id AND ${IS_WORKED_ON}
       LEFT JOIN unnest(t.operations) AS o (name) ON true
       GROUP BY t.environment_id`,
    );
    return new Map(rows.map(({ id, kinds }) => [id, new Set(kinds)]));
  }

  /** The cursor of an environment; undefined when it has no active trigger, or nodes do not work for it. */
  async find(environmentId: string): Promise<TriggerCursor | undefined> {
    const [row] = await this.platform.repeatable<{
      begins_at: string;
      begins_on: string;
      cursor: string | null;
      version: string;
    }>(
      `SELECT c.begins_at, extract(epoch FROM c.begins_on)::bigint AS begins_on, c.cursor,
         e.definitions_version AS version
       FROM platform.trigger_cursor c
       JOIN platform.environment e ON e.id = c.environment_id AND ${IS_WORKED_ON}
       WHERE c.environment_id = $1`,
      [environmentId],
    );
    if (!row) return undefined;
    const { begins_at: beginsAt, begins_on: beginsOn, cursor, version } = row;
    return { beginsAt: BigInt(beginsAt), beginsOn: Number(beginsOn), cursor, version };
  }

  /** Triggers in force, with the version of the definitions that they belong to. */
  async inForce(environmentId: string): Promise<InForce> {
    const rows = await this.platform.repeatable<{
      version: string;
      id: string | null;
      kind: string | null;
      since: string | null;
    }>(
      `SELECT e.definitions_version AS version, t.id, ${KIND} AS kind, t.active_since AS since
       FROM platform.environment e
       LEFT JOIN platform.trigger t ON t.environment_id = e.id
       LEFT JOIN unnest(t.operations) AS o (name) ON true
       WHERE e.id = $1`,
      [environmentId],
    );
    const since = new Map(rows.flatMap(({ id, since: xid }) => (id && xid ? [[id, BigInt(xid)] as const] : [])));
    const kinds = new Set(rows.flatMap(({ kind }) => kind ?? []));
    return { version: rows[0]?.version ?? '', kinds, since };
  }

  /** Version of an environment's definitions. */
  async version(environmentId: string): Promise<string | undefined> {
    const [row] = await this.platform.repeatable<{ version: string }>(
      'SELECT definitions_version AS version FROM platform.environment WHERE id = $1',
      [environmentId],
    );
    return row?.version;
  }

  /**
   * Counts an attempt to go on from a place, before it is made.
   * @param floor attempts that count as made at a place where none was
   * @returns attempts before it that ended without a result; undefined while another process makes one
   */
  async take({ environmentId, from }: Omit<CursorStep, 'to'>, floor = 0): Promise<number | undefined> {
    const values = [environmentId, from, this.#node, this.config.runs.leaseMs, floor];
    const [row] = await this.platform.query<{ attempts: number }>(TAKE, values);
    return row && row.attempts - 1;
  }

  /**
   * Makes a counted attempt. One that fails stays counted, unless the database is missing; one that succeeds, or that is
   * stopped in order, does not.
   */
  async attempt<T>(environmentId: string, work: () => Promise<T>): Promise<T> {
    const { leaseMs } = this.config.runs;
    const renew = (): Promise<unknown> => this.platform.query(RENEW, [this.#node, leaseMs]).catch(() => undefined);
    const renewing = setInterval(() => void renew(), leaseMs / RENEWALS).unref();
    try {
      const result = await work();
      await this.#release(environmentId, '0');
      return result;
    } catch (error) {
      const left = isOutage(error) ? 'GREATEST(attempts - 1, 0)' : 'attempts';
      await this.#release(environmentId, left).catch(() => undefined);
      throw error;
    } finally {
      clearInterval(renewing);
    }
  }

  /** @param attempts SQL of those that stay counted */
  async #release(environmentId: string, attempts: string): Promise<void> {
    await this.platform.query(
      `UPDATE platform.trigger_cursor SET attempts = ${attempts}, node = NULL, lease_until = NULL
       WHERE environment_id = $1 AND node = $2`,
      [environmentId, this.#node],
    );
  }

  /**
   * Moves a cursor over changes of which none concerns a trigger.
   * @param version of the definitions by which that was found; the cursor stays if it is superseded
   */
  async advance({ environmentId, from, to }: CursorStep, version: string): Promise<boolean> {
    const moved = await this.platform.query(
      `UPDATE platform.trigger_cursor c
       SET cursor = $3
       WHERE c.environment_id = $1 AND c.cursor IS NOT DISTINCT FROM $2
         AND EXISTS (
           SELECT FROM platform.environment e WHERE e.id = $1 AND e.definitions_version = $4 AND ${IS_WORKED_ON}
         )
       RETURNING c.environment_id`,
      [environmentId, from, to, version],
    );
    return moved.length > 0;
  }

  /** Begins again at the end of a log that has replaced the one of the cursor, whose transactions mean nothing in it. */
  async restart({ environmentId, from, to }: CursorStep): Promise<boolean> {
    return this.platform.transaction(async (query) => {
      const moved = await query(
        `UPDATE platform.trigger_cursor
         SET cursor = $3
         WHERE environment_id = $1 AND cursor IS NOT DISTINCT FROM $2
         RETURNING environment_id`,
        [environmentId, from, to],
      );
      if (moved.length === 0) return false;
      await query(`UPDATE platform.trigger SET active_since = '3' WHERE environment_id = $1`, [environmentId]);
      return true;
    });
  }
}
