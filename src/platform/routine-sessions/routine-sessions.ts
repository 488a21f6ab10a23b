import { Logger } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { FOREIGN_SETTINGS, healRole } from '../../core/routines/routine-role.sql.js';
import { render } from '../../core/sql/sql.js';
import { Connection } from '../database/connection.js';
import { clientConfig, type ConnectionSettings } from '../database/connection-settings.js';
import { unavailable } from '../database/database.errors.js';
import type { PlatformDatabase } from '../database/platform-database.js';
import type { RoutineLogin } from './routine-logins.js';

const CONNECT_TIMEOUT_MS = 2_000;
/** How long sessions may take that have not ended when the service stops. */
const LAST_TURNS_MS = 1_000;
/** Too many connections; the server starts or stops. */
const TEMPORARY_STATES = /^(53...|57P0[1-5])$/;

/** Before any code of a tenant has run: who the session is, and whether an earlier one spoilt the role. */
const ENTER = `
  SELECT pg_backend_pid() AS pid, (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS "openedOn",
    (${render(FOREIGN_SETTINGS).text}) AS "foreignSettings"`;

/** A connection of an environment's own login. */
export interface RoutineSession {
  readonly connection: Connection;
  readonly pid: number;
  /** By the database's clock. */
  readonly openedOn: Date;
}

/** The role of an environment has settings that the service did not give it. */
class SpoiltRole extends Error {}

/** Opens sessions of environments' logins, each for one turn, and mends a role that its own code has spoilt. */
export class RoutineSessions {
  readonly #log = new Logger('RoutineSessions');
  readonly #open = new Map<pg.Client, Promise<unknown>>();

  constructor(
    private readonly settings: ConnectionSettings,
    private readonly platform: PlatformDatabase,
  ) {}

  /** @throws {DomainError} Unavailable when the login cannot connect. */
  async use<T>(login: RoutineLogin, turn: (session: RoutineSession) => Promise<T>): Promise<T> {
    const { client, session } = await this.#enter(login);
    const work = turn(session);
    this.#open.set(client, work);
    try {
      return await work;
    } finally {
      this.#open.delete(client);
      await close(client);
    }
  }

  /** Waits for the turns; those that go on are cut off, and with them their transactions. */
  async end(): Promise<void> {
    await Promise.race([Promise.allSettled(this.#open.values()), delay(LAST_TURNS_MS, undefined, { ref: false })]);
    for (const client of this.#open.keys()) client.connection.stream.destroy();
  }

  async #enter(login: RoutineLogin): Promise<{ client: pg.Client; session: RoutineSession }> {
    try {
      return await this.#connect(login);
    } catch (error) {
      if (!(error instanceof SpoiltRole) && !isRefusal(error)) throw away(error);
      this.#log.warn(
        { role: login.name },
        'the role of database objects had been changed; its password and settings are reset',
      );
    }
    // Two nodes may mend the role at once; the second fails then, and finds it mended.
    await this.platform.query(render(healRole(login)).text).catch((error: unknown) => this.#log.warn(error));
    try {
      return await this.#connect(login);
    } catch (error) {
      this.#log.error(error, 'database objects cannot be called: their role cannot log in');
      throw away(error);
    }
  }

  async #connect({ name, password }: RoutineLogin): Promise<{ client: pg.Client; session: RoutineSession }> {
    const url = new URL(this.settings.url);
    url.username = name;
    url.password = password;
    const config = clientConfig({ ...this.settings, url: url.href });
    const client = new pg.Client({ ...config, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
    const connection = new Connection(client);
    try {
      await client.connect();
      const { rows } = await client.query<{ pid: number; openedOn: string; foreignSettings: number }>(ENTER);
      const [{ pid, openedOn, foreignSettings }] = rows;
      if (foreignSettings > 0) throw new SpoiltRole();
      return { client, session: { connection, pid, openedOn: new Date(Number(openedOn)) } };
    } catch (error) {
      await close(client);
      throw error;
    }
  }
}

/** The server answered and refused, which a spoilt role would explain. */
const isRefusal = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && !TEMPORARY_STATES.test(error.code ?? '');

function away(cause: unknown): unknown {
  const error = unavailable('The database gave no session for database objects.');
  error.cause = cause;
  return error;
}

/** Ends the session; one that does not listen any more is cut off. */
async function close(client: pg.Client): Promise<void> {
  const ended = client.end().catch(() => undefined);
  await Promise.race([ended, delay(CONNECT_TIMEOUT_MS, undefined, { ref: false })]);
  client.connection.stream.destroy();
}
