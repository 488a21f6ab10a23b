import { Injectable } from '@nestjs/common';
import type { Change, Interest, LoggedChange } from '../../core/changes/change.js';
import type { ChangeOperation } from '../../core/changes/change.sql.js';
import { isForeign, type LogState, type LogSnapshot } from '../../core/changes/log-snapshot.js';
import { Config } from '../config/config.js';
import { CATCH_UPS, LogDatabase, type LogLane } from './log-database.js';
import { FairShare } from '../shares/fair-share.js';
import type { Party } from '../shares/parties.js';
import { headSql, IN_RANGE, largeSql, readSql, wantedSql } from './change-statements.js';

const DAY_MS = 86_400_000;
/** Changes carry the time of their request: none takes so long from there to its commit. */
const LONGEST_WRITE_DAYS = 1;

/** A user and a tenant catch up one stretch at a time; whoever waits does so as long as it takes. */
const CATCH_UP_PLACES = { places: CATCH_UPS, perUser: 1, perTenant: 1, kept: 0, keptInTenant: 0 };
const CATCH_UP_SHARE = { ...CATCH_UP_PLACES, waitMs: Infinity, waitingPerUser: Infinity };

/** The log at one moment. */
export interface LogHead extends LogState {
  /** Identity of the log: another one after a restore and when another server took over. */
  readonly log: string;
  /** No change that is in the log by now has a greater position. */
  readonly top: bigint;
}

/** What was seen in `to` and not yet in `from`. */
export interface LogRange {
  readonly from: LogSnapshot;
  readonly to: LogSnapshot;
  /** Only what has a greater position. */
  readonly after: bigint;
  /** Only what has no greater position. */
  readonly until: bigint;
  /** But for these. */
  readonly without: readonly TransactionPart[];
}

/** What one transaction did to the records of one entity. */
export type TransactionPart = Pick<LoggedChange, 'xid' | 'entityName'>;

/** The log at the moment of reading, and the first `MAX_CHANGES` changes that were looked for, in their order. */
export interface LogPage {
  readonly head: LogHead;
  readonly changes: readonly LoggedChange[];
}

/** What was found of a stretch. */
export interface LogRangePage extends LogPage {
  readonly stretch: LogRange;
}

/** Changes of one transaction and entity that were alike: of records that belonged to the same people, before and after. */
export interface ChangeGroup {
  /** Stands for all of them. */
  readonly last: LoggedChange;
  readonly count: number;
}

interface HeadRow {
  readonly log: string;
  readonly top: string;
  readonly at: string;
  readonly snapshot: string;
  readonly last: string | null;
}

interface ChangeRow {
  readonly xid: string;
  readonly position: string | null;
  readonly environment_id: string;
  readonly entity: string;
  readonly operation: ChangeOperation;
  readonly record_id: string;
  readonly record_information_id: string;
  readonly row_version: string;
  readonly changed: string | null;
  readonly owner_before: string | null;
  readonly owner_after: string | null;
  readonly team_before: string | null;
  readonly team_after: string | null;
  readonly user_id: string;
  readonly correlation_id: string;
  readonly source: string | null;
  readonly occurred_at: string;
}

/** Statements that read the log. They name the first day they look at, so that older partitions are not even planned. */
@Injectable()
export class ChangeLogRepository {
  /** Settles when no follower of the service reads a stretch. */
  #stretches: Promise<unknown> = Promise.resolve();
  readonly #catchUps = new FairShare('catch-ups', CATCH_UP_SHARE);
  #reading: Promise<LogHead> | undefined;
  #nextHead: Promise<LogHead> | undefined;

  constructor(
    private readonly database: LogDatabase,
    private readonly config: Config,
  ) {}

  /** The log as it is now. All who ask while it is being read are told together what it is next. */
  head(): Promise<LogHead> {
    this.#nextHead ??= this.#headAfter(this.#reading);
    return this.#nextHead;
  }

  /** What is new since `from`, which was seen just now. */
  async readNew(from: LogSnapshot, interests: readonly Interest[]): Promise<LogPage> {
    const day = daysAgo(LONGEST_WRITE_DAYS);
    const values = [from.xmax, from.inProgress, ...wantedBy(interests)];
    return pageOf(await this.database.read('news', { name: `news since ${day}`, text: readSql(day), values }));
  }

  /**
   * Reads a part of what was once new. The service's own followers read one at a time, callers that catch up by fair shares.
   * @param choose says which, when its turn has come; none: there is no need any more
   * @param party the caller that catches up; absent for a follower of the service
   */
  readRange(choose: () => LogRange | undefined, interest: Interest, party?: Party): Promise<LogRangePage | undefined> {
    const read = async (lane: LogLane): Promise<LogRangePage | undefined> => {
      const stretch = choose();
      return stretch && this.#read(stretch, interest, lane);
    };
    if (party !== undefined) return this.#catchUps.withPlace(party, () => read('catchUps'));
    const page = this.#stretches.then(() => read('followers'));
    this.#stretches = page.catch(() => undefined);
    return page;
  }

  async #headAfter(before: Promise<LogHead> | undefined): Promise<LogHead> {
    await before?.catch(() => undefined);
    this.#reading = this.#nextHead;
    this.#nextHead = undefined;
    const head = await this.#readHead();
    if (!isForeign(head)) return head;
    await this.database.bind();
    return this.#readHead();
  }

  async #readHead(): Promise<LogHead> {
    const text = `SELECT ${headSql(this.#firstDay())}`;
    const [row] = await this.database.read<HeadRow>('news', { name: '', text, values: [] });
    return headOf(row);
  }

  /** It may be much, so it is planned each time, by the numbers that are looked for. */
  async #read(stretch: LogRange, interest: Interest, lane: LogLane): Promise<LogRangePage> {
    const { from, to, after, until, without } = stretch;
    const text = readSql(this.#firstDay(), IN_RANGE, wantedSql(interest));
    const skipped = [without.map(({ xid }) => xid), without.map(({ entityName }) => entityName)];
    const wanted = [[...(interest.entityNames ?? [])], [interest.environmentId].filter((id) => id !== undefined)];
    const values = [from.xmax, from.inProgress, ...wanted, to.xmax, to.inProgress, after, until, ...skipped];
    return { stretch, ...pageOf(await this.database.read(lane, { name: '', text, values })) };
  }

  /** What transactions did in an environment to entities of which they changed more than `MAX_CHANGES` records. */
  async largeParts(environmentId: string, xids: readonly bigint[]): Promise<readonly ChangeGroup[]> {
    const text = largeSql(this.#firstDay());
    const values = [xids, environmentId];
    const rows = await this.database.read<ChangeRow & { count: string }>('followers', { name: '', text, values });
    return rows.map((row) => ({ last: changeOf(row), count: Number(row.count) }));
  }

  /** Closes the connections. */
  close(): Promise<void> {
    return this.database.end();
  }

  #firstDay(): string {
    return daysAgo(this.config.changes.retentionDays + LONGEST_WRITE_DAYS);
  }
}

const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** Entities that are wanted wherever they are, and environments of which all is read: somebody wants some of it. */
const wantedBy = (interests: readonly Interest[]): readonly [readonly string[], readonly string[]] => [
  interests.flatMap((interest) => (interest.environmentId === undefined ? [...interest.entityNames] : [])),
  [...new Set(interests.flatMap(({ environmentId }) => environmentId ?? []))],
];

const pageOf = (rows: readonly (HeadRow & ChangeRow)[]): LogPage => ({
  head: headOf(rows[0]),
  changes: rows.filter(({ position }) => position !== null).map(changeOf),
});

const headOf = ({ log, top, at, snapshot, last }: HeadRow): LogHead => {
  return { log, top: BigInt(top), at: Number(at), snapshot, last };
};

function changeOf(row: ChangeRow): LoggedChange {
  const { operation } = row;
  const change: Change = {
    environmentId: row.environment_id,
    entityName: row.entity,
    operation,
    recordId: row.record_id,
    recordInformationId: row.record_information_id,
    rowVersion: row.row_version,
    // The driver's reader of arrays takes 7 µs; names hold no commas.
    changedFields: row.changed?.split(',') ?? [],
    ...(operation !== 'Create' && { before: { ownerId: row.owner_before, teamId: row.team_before } }),
    ...(operation !== 'Delete' && { after: { ownerId: row.owner_after, teamId: row.team_after } }),
    userId: row.user_id,
    correlationId: row.correlation_id,
    source: row.source,
    occurredAt: row.occurred_at,
  };
  return { ...change, xid: BigInt(row.xid), position: BigInt(row.position!) };
}
