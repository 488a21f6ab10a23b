import { Logger } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { FOREIGN_SETTINGS, healRole } from '#core/routine-roles/routine-role.sql.js';
import { render } from '#core/sql/sql.js';
import { Connection } from './connections/connection.js';
import { clientConfig, type ConnectionSettings } from './connections/connection-settings.js';
import { unavailable } from './connections/database.errors.js';
import type { PlatformDatabase } from './platform-database.js';
import type { RoutineLogin } from './routine-logins.js';

const CONNECT_TIMEOUT_MS = 2_000;
/** Grace period for open sessions when the service stops. */
const GRACE_MS = 1_000;
/** SQL states of a server with too many connections, or one that starts or stops. */
const TEMPORARY_STATES = /^(53...|57P0[1-5])$/;

/** Statement that runs before tenants' code: reads the session's process id and detects a changed role. */
const ENTER = `
  SELECT pg_backend_pid() AS pid, (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS "openedOn",
    (${render(FOREIGN_SETTINGS).text}) AS "foreignSettings"`;

/** Session of an environment's own login. */
export interface RoutineSession {
  readonly connection: Connection;
  readonly pid: number;
  /** Start time by the database's clock. */
  readonly openedOn: Date;
}

/** Error of an environment's role with settings that the service did not set. */
class ChangedRole extends Error {}

/** Opens sessions of environments' logins, one per call, and repairs a role that its own code has changed. */
export class RoutineSessions {
  readonly #log = new Logger('RoutineSessions');
  readonly #open = new Map<pg.Client, Promise<unknown>>();

  constructor(
    private readonly settings: ConnectionSettings,
    private readonly platform: PlatformDatabase,
  ) {}

  /**
   * Runs `work` in a new session and closes the session.
   *
   * @throws {DomainError} Unavailable when the login cannot connect
   */
  async use<T>(login: RoutineLogin, work: (session: RoutineSession) => Promise<T>): Promise<T> {
    const { client, session } = await this.#enter(login);
    const running = work(session);
    this.#open.set(client, running);
    try {
      return await running;
    } finally {
      this.#open.delete(client);
      await close(client);
    }
  }

  /** Waits for open sessions. After the grace period they and their transactions are aborted. */
  async end(): Promise<void> {
    await Promise.race([Promise.allSettled(this.#open.values()), delay(GRACE_MS, undefined, { ref: false })]);
    for (const client of this.#open.keys()) client.connection.stream.destroy();
  }

  async #enter(login: RoutineLogin): Promise<{ client: pg.Client; session: RoutineSession }> {
    try {
      return await this.#connect(login);
    } catch (error) {
      if (!(error instanceof ChangedRole) && !isRefusal(error)) throw noSession(error);
      this.#log.warn(
        { role: login.name },
        'the role of database objects had been changed; its password and settings are reset',
      );
    }
    // Two nodes may repair the role at once: the second statement fails, but the role is repaired.
    await this.platform.query(render(healRole(login)).text).catch((error: unknown) => this.#log.warn(error));
    try {
      return await this.#connect(login);
    } catch (error) {
      this.#log.error(error, 'database objects cannot be called: their role cannot log in');
      throw noSession(error);
    }
  }

  async #connect({ name, password }: RoutineLogin): Promise<{ client: pg.Client; session: RoutineSession }> {
    const url = new URL(this.settings.url);
    url.username = name;
    url.password = password;
    const config = clientConfig({ ...this.settings, url: url.href });
    const client = new pg.Client({ ...config, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
    const connection = new Connection(client, this.settings);
    try {
      await client.connect();
      const { rows } = await client.query<{ pid: number; openedOn: string; foreignSettings: number }>(ENTER);
      const [{ pid, openedOn, foreignSettings }] = rows;
      if (foreignSettings > 0) throw new ChangedRole();
      return { client, session: { connection, pid, openedOn: new Date(Number(openedOn)) } };
    } catch (error) {
      await close(client);
      throw error;
    }
  }
}

/** True when the server refused the login, which a changed role would explain. */
const isRefusal = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && !TEMPORARY_STATES.test(error.code ?? '');

function noSession(cause: unknown): unknown {
  const error = unavailable('The database gave no session for database objects.');
  error.cause = cause;
  return error;
}

/** Closes the session; the connection of an unresponsive one is destroyed. */
async function close(client: pg.Client): Promise<void> {
  const ended = client.end().catch(() => undefined);
  await Promise.race([ended, delay(CONNECT_TIMEOUT_MS, undefined, { ref: false })]);
  client.connection.stream.destroy();
}
