import { Logger } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import { Backoff } from '#platform/process/scheduling/backoff.js';
import type { PoolState } from '#platform/observability/metrics/part-metrics.js';
import { FairShare } from '#platform/process/shares/fair-share.js';
import type { ShareSettings } from '#platform/process/shares/share-settings.js';
import { CallerConnections } from '../caller-connections.js';
import { Connection, type BoundStatement, type Position } from '../connections/connection.js';
import { ConnectionPool } from '../connections/connection-pool.js';
import type { ConnectionSettings } from '../connections/connection-settings.js';
import { ReadPipelines } from '../connections/read-pipelines.js';
import { Probe } from './probe.js';
import { StandbyConnection } from './standby-connection.js';

/** Longest wait for the server when a connection is opened. */
const OPEN_MS = 1_000;
/** Waits between looks at a standby that is absent. */
const RETRY = new Backoff(1_000, 10_000);

const LOOK = `
  SELECT pg_is_in_recovery() AS "isStandby",
    EXISTS (SELECT FROM platform.log l WHERE l.id = $1::uuid AND l.timeline = $2) AS "isOfLog",
    pg_last_wal_replay_lsn() >= $3::pg_lsn AS "isNear",
    greatest(0, pg_wal_lsn_diff($4::pg_lsn, pg_last_wal_replay_lsn()))::text AS "lagBytes"`;

interface Look {
  readonly isStandby: boolean;
  readonly isOfLog: boolean;
  readonly isNear: boolean;
  readonly lagBytes: string | null;
}

/** Settings of the connections to a standby. */
export interface StandbySettings extends ConnectionSettings {
  readonly poolSize: number;
  readonly share: ShareSettings;
}

/** A standby with its connections, which exist while it serves reads. */
export class Standby {
  /** Host and port, for operators. */
  readonly name: string;
  readonly share: FairShare;
  readonly #log = new Logger('Standby');
  readonly #probe: Probe;
  #connections: { readonly pool: ConnectionPool; readonly callers: CallerConnections } | undefined;
  #before: Position | undefined;
  #failures = 0;
  #looksAgainAt = 0;
  #lagBytes: number | undefined;

  constructor(private readonly settings: StandbySettings) {
    this.name = new URL(settings.url).host;
    this.share = new FairShare('connections to a standby', settings.share);
    this.#probe = new Probe(() => Connection.open(settings, OPEN_MS));
  }

  get isServing(): boolean {
    return this.#connections !== undefined;
  }

  /** Bytes of WAL that it had not replayed at the last look; undefined while it is not known. */
  get lagBytes(): number | undefined {
    return this.#lagBytes;
  }

  get state(): PoolState {
    return this.#connections?.pool.state ?? { open: 0, idle: 0, waiting: 0 };
  }

  /**
   * Runs a read with `after`. @returns undefined when the standby does not serve, is behind or has failed
   * @throws the errors of a read on a connection of its own
   */
  async read<Row>(ctx: RequestContext, call: BoundStatement): Promise<readonly Row[] | undefined> {
    const callers = this.#connections?.callers;
    const pipelined = callers?.readPipelined<Row>(ctx, call);
    if (pipelined !== undefined) return pipelined;
    return callers?.forRead(ctx).use(async (connection) => {
      const startedAt = performance.now();
      const { rows } = await connection.query<Row>(call);
      call.latency?.note(performance.now() - startedAt);
      return rows;
    });
  }

  /** Looks whether it can serve, after failures less and less often. @param position of the primary now */
  async look(position: Position): Promise<void> {
    const before = this.#before ?? position;
    this.#before = position;
    if (performance.now() < this.#looksAgainAt) return;
    const reason = await this.#absenceOf(before, position);
    if (reason === undefined) this.#serve();
    else this.#leave(reason);
  }

  async end(): Promise<void> {
    this.#probe.end();
    await this.#close();
  }

  /** The reason why it cannot serve; undefined when it can. @param before position of the primary at the last look */
  async #absenceOf(before: Position, { log, timeline, lsn }: Position): Promise<string | undefined> {
    const values = [log, timeline, before.lsn, lsn];
    try {
      const look = await this.#probe.ask<Look>({ name: 'look', text: LOOK, values });
      this.#lagBytes = look.lagBytes === null ? undefined : Number(look.lagBytes);
      return reasonOf(look);
    } catch (error) {
      this.#lagBytes = undefined;
      return messageOf(error);
    }
  }

  #serve(): void {
    this.#failures = 0;
    if (this.#connections !== undefined) return;
    const { settings } = this;
    const pool = new ConnectionPool(settings, settings.poolSize, Infinity, StandbyConnection);
    const pipelines = new ReadPipelines(() => StandbyConnection.open(settings, OPEN_MS));
    this.#connections = { pool, callers: new CallerConnections(pool, this.share, pipelines) };
    this.#log.log(`The standby ${this.name} serves reads.`);
  }

  #leave(reason: string): void {
    const isFirst = this.isServing || this.#failures === 0;
    this.#looksAgainAt = performance.now() + RETRY.after(++this.#failures);
    if (isFirst) this.#log.warn(`The standby ${this.name} serves no reads, the primary answers them: ${reason}.`);
    void this.#close();
  }

  /** Reads under way have a second to end; then they start over on the primary. */
  async #close(): Promise<void> {
    const callers = this.#connections?.callers;
    this.#connections = undefined;
    await callers?.end();
  }
}

function reasonOf({ isStandby, isOfLog, isNear }: Look): string | undefined {
  if (!isStandby) return 'it is not a standby';
  if (!isOfLog) return 'it does not follow the primary, or has not replayed its last promotion yet';
  return isNear ? undefined : 'it has not replayed what the primary had written at the last look';
}

/** Message of an error of the driver; one of several addresses has its reason in the first of them. */
function messageOf(error: unknown): string {
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  const origin = first instanceof Error && first.cause instanceof Error ? first.cause : first;
  return origin instanceof Error ? origin.message.replace(/\.$/, '') : String(origin);
}
