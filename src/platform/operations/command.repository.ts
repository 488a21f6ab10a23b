import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { IS_WORKED_ON, IS_WRITABLE } from '#core/catalogue/environment-state.js';
import type { Preferences } from '#core/context/context.js';
import { readJson } from '#core/json/read-json.js';
import { Config } from '#platform/process/config/config.js';
import { frozen } from '#platform/database/connections/database.errors.js';
import { PlatformDatabase } from '#platform/database/platform-database.js';
import type { CommandRow } from '#platform/database/tables/commands.entity.js';
import type { RowOf } from '#platform/database/tables/row-of.js';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import type { LeaseRenewal } from './lease-renewal.js';
import { ROUTES, type Command, type Route } from './command.js';
import { SUSPECT_LOSSES } from './losses.js';

/** A command that was taken over. */
export interface TakenCommand {
  readonly command: Command;
  /** Counted when the command is taken, so that an attempt that crashes its process counts too. */
  readonly attempt: number;
  /** Attempts that ended without a result: their processes died, or could not store it. */
  readonly losses: number;
}

/** Users and tenants that already have as many commands on a node as their share allows. */
export interface BusyConsumers {
  readonly userIds: readonly string[];
  readonly tenantIds: readonly string[];
}

/** A command that has an outcome, and its user. */
type FinishedCommand = Pick<Command, 'id' | 'environmentId' | 'userId'>;

/** A command that has not ended. */
interface OpenCommand extends RowOf<CommandRow> {
  readonly route: Route;
  readonly body: string;
}

/** The oldest one decides: it is taken by itself if it is a suspect, else only those are that are none. */
const TAKE = `
  WITH due AS (
    SELECT c.id, c.lease_until, c.losses + CASE WHEN c.is_released THEN 0 ELSE 1 END AS losses
    FROM platform.command c
    WHERE c.finished_on IS NULL AND c.lease_until < now()
      AND c.user_id <> ALL ($4::uuid[]) AND c.tenant_id <> ALL ($5::uuid[])
      AND EXISTS (SELECT FROM platform.environment e WHERE e.id = c.environment_id AND ${IS_WORKED_ON})
    ORDER BY c.lease_until
    LIMIT $3
    FOR UPDATE SKIP LOCKED
  ), placed AS (
    SELECT d.id, d.losses, d.losses >= $6 AS is_suspect, row_number() OVER (ORDER BY d.lease_until) AS permit,
      first_value(d.losses >= $6) OVER (ORDER BY d.lease_until) AS begins_with_suspect
    FROM due d
  )
  UPDATE platform.command c
  SET node = $1, attempt = c.attempt + 1, losses = p.losses, is_released = false,
    lease_until = now() + $2 * interval '1 ms'
  FROM placed p
  WHERE c.id = p.id
    AND CASE WHEN $7 AND p.begins_with_suspect THEN p.permit = 1 ELSE NOT p.is_suspect END
  RETURNING c.*`;

/** Commands that are locked are about to end, and nobody takes them meanwhile. */
const RENEW_ALL = `
  UPDATE platform.command
  SET lease_until = now() + $2 * interval '1 ms'
  WHERE id IN (
    SELECT id
    FROM platform.command
    WHERE node = $1 AND finished_on IS NULL AND NOT is_released
    FOR UPDATE SKIP LOCKED
  )`;

/** Stores commands that were answered 202, and their leases. All times are the database's. */
@Injectable()
export class CommandRepository {
  /** Names this process as the holder of a lease. */
  readonly #node = uuidV7();
  readonly #leaseMs: number;

  constructor(
    private readonly platform: PlatformDatabase,
    config: Config,
  ) {
    this.#leaseMs = config.operations.leaseMs;
  }

  /**
   * Stores a command under this node's lease; from then on it outlives the process. After a failure it may be stored
   * nevertheless.
   * @param body of the command, as text
   * @throws {DomainError} Unavailable, where the environment is frozen
   */
  async store(command: Command, body: string): Promise<void> {
    const { id, route, key } = command;
    const writable = await this.platform.repeatable(
      `WITH writable AS (
         SELECT e.id
         FROM platform.environment e
         WHERE e.id = $4 AND ${IS_WRITABLE}
       ), stored AS (
         INSERT INTO platform.command (id, tenant_id, app_id, environment_id, user_id, route, operation, entity, body,
           preferences, record_id, key_hash, body_hash, node, submitted_on, lease_until)
         SELECT $1::uuid, $2::uuid, $3::uuid, w.id, $5::uuid, $6, $7, $8, $9, $10::json, $11::uuid, $12, $13, $14::uuid,
           $15::timestamptz, now() + $16 * interval '1 ms'
         FROM writable w
         ON CONFLICT (id) DO NOTHING
       )
       SELECT FROM writable`,
      [
        id,
        command.tenantId,
        command.appId,
        command.environmentId,
        command.userId,
        route,
        ROUTES[route],
        command.entityName,
        body,
        JSON.stringify({ ...command.preferences, keyId: command.keyId } satisfies StoredPreferences),
        command.recordId,
        key?.hash,
        key?.bodyHash,
        this.#node,
        command.submittedOn.toISOString(),
        this.#leaseMs,
      ],
    );
    if (writable.length === 0) throw frozen();
  }

  /** Renews this node's leases of these commands. */
  async renew(ids: readonly string[]): Promise<void> {
    await this.platform.repeatable(
      `UPDATE platform.command SET lease_until = now() + $3 * interval '1 ms'
       WHERE id = ANY($1::uuid[]) AND node = $2 AND finished_on IS NULL`,
      [ids, this.#node, this.#leaseMs],
    );
  }

  /**
   * Takes over commands whose lease has expired: those of a process that ended, and those released for another attempt.
   * @param busy users and tenants whose commands are skipped
   * @param mayBeAlone takes a command that may have ended its processes, and no other with it, if it is the oldest
   */
  async take(
    count: number,
    { userIds, tenantIds }: BusyConsumers,
    mayBeAlone: boolean,
  ): Promise<readonly TakenCommand[]> {
    const rows = await this.platform.query<OpenCommand>(TAKE, [
      this.#node,
      this.#leaseMs,
      count,
      userIds,
      tenantIds,
      SUSPECT_LOSSES,
      mayBeAlone,
    ]);
    const taken: TakenCommand[] = [];
    for (const row of rows) {
      // A large body is parsed in a turn of its own.
      await nextTurn();
      taken.push({ command: commandOf(row), attempt: row.attempt, losses: row.losses });
    }
    return taken;
  }

  /** Statement with which this process's leases are renewed from outside of it. */
  get renewal(): LeaseRenewal {
    return { text: RENEW_ALL, values: [this.#node, this.#leaseMs], leaseMs: this.#leaseMs };
  }

  /** Releases a command for another attempt after a delay. */
  async release(id: string, afterMs: number): Promise<void> {
    await this.platform.repeatable(
      `UPDATE platform.command SET lease_until = now() + $3 * interval '1 ms', is_released = true
       WHERE id = $1 AND node = $2 AND finished_on IS NULL`,
      [id, this.#node, afterMs],
    );
  }

  /** Commands that were finished within a period that ended a moment ago. */
  async finished(withinMs: number, untilMs: number): Promise<readonly FinishedCommand[]> {
    const rows = await this.platform.repeatable<RowOf<CommandRow, 'id' | 'environment_id' | 'user_id'>>(
      `SELECT id, environment_id, user_id FROM platform.command
       WHERE finished_on > now() - $1 * interval '1 ms' AND finished_on <= now() - $2 * interval '1 ms'
       ORDER BY finished_on`,
      [withinMs, untilMs],
    );
    return rows.map((row) => ({ id: row.id, environmentId: row.environment_id, userId: row.user_id }));
  }

  /** Marks a command as finished: its outcome is stored. */
  async finish(id: string): Promise<void> {
    await this.platform.repeatable(
      'UPDATE platform.command SET finished_on = now(), body = NULL WHERE id = $1 AND finished_on IS NULL',
      [id],
    );
  }
}

/** Preferences as they are stored, with the key of the caller. */
type StoredPreferences = Preferences & Pick<Command, 'keyId'>;

function commandOf(row: OpenCommand): Command {
  const { keyId, ...preferences } = JSON.parse(row.preferences) as StoredPreferences;
  return { ...commandWithoutKey(row), preferences, ...(keyId !== undefined && { keyId }) };
}

const commandWithoutKey = (row: OpenCommand): Omit<Command, 'preferences'> => ({
  id: row.id,
  route: row.route,
  body: readJson(row.body),
  tenantId: row.tenant_id,
  appId: row.app_id,
  environmentId: row.environment_id,
  userId: row.user_id,
  submittedOn: new Date(row.submitted_on),
  ...(row.entity !== null && { entityName: row.entity }),
  ...(row.record_id !== null && { recordId: row.record_id }),
  ...(row.key_hash !== null && row.body_hash !== null && { key: { hash: row.key_hash, bodyHash: row.body_hash } }),
});
