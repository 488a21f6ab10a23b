import { Injectable, Logger } from '@nestjs/common';
import type { Environment } from '#core/catalogue/environment.js';
import { formatLogCursor, parseLogCursor, type LogCursor } from '#core/changes/log-cursor.js';
import { snapshotOf } from '#core/changes/log-snapshot.js';
import type { RequestContext } from '#core/context/context.js';
import { systemContext } from '#core/context/system-context.js';
import { triggersInForce } from '#automation/core/triggers/triggers-in-force.js';
import { CachedDirectory } from '#platform/catalogue/cached-directory.js';
import { ChangeLogRepository, type LogHead, type LogRangePage } from '#platform/change-log/change-log.repository.js';
import { MAX_CHANGES } from '#platform/change-log/read-changes.sql.js';
import { MAX_LOSSES, SUSPECT_LOSSES } from '#platform/operations/losses.js';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import { FindFirings, RecordsUnreadable, type PageToMatch } from './find-firings.service.js';
import { cursorOf, endOf, logRangeOf, timeOf } from './log-places.js';
import { STEP, type MatchState } from './match-state.js';
import { StoreFirings } from './store-firings.service.js';
import { TriggerCursors, type InForce, type TriggerCursor } from './trigger-cursors.repository.js';

/** `more`: there may be further changes. `taken`: another node matches them. */
export type Matched = 'more' | 'done' | 'taken';

/** Time for which a cursor stays where it is while there is nothing to match. */
const KEPT_SECONDS = 60;

/** An attempt to go on from the stored cursor. */
interface Begun {
  readonly stored: TriggerCursor;
  /** Attempts before it, from the same place, that ended without a result. */
  readonly losses: number;
}

/** A page of the log that has changes, from the stored cursor on. */
interface ReadPage {
  readonly from: string | null;
  readonly cursor: LogCursor;
  readonly inForce: InForce;
  readonly page: LogRangePage;
  /** Attempts from the cursor on that ended without a result. */
  readonly losses: number;
}

/** A page that is matched in steps. */
interface PageInSteps extends Pick<PageToMatch, 'ctx' | 'triggers'>, Pick<ReadPage, 'cursor' | 'page'> {}

/** Where a step begins. */
interface Place {
  /** The stored cursor. */
  readonly from: string | null;
  /** Index of its first change in the page. */
  readonly first: number;
  /** Attempts from there on that ended without a result. */
  readonly losses: number;
}

/** Losses after which an unknown error, and a timeout, count as errors of the changes. */
const REPEATED_LOSSES = 3;

/**
 * Matches the changes of an environment with its triggers: each committed change once, whatever crashes, because the runs
 * are enqueued in the transaction that moves the cursor (decision 0186).
 */
@Injectable()
export class MatchChanges {
  readonly #logger = new Logger(MatchChanges.name);

  constructor(
    private readonly cursors: TriggerCursors,
    private readonly log: ChangeLogRepository,
    private readonly directory: CachedDirectory,
    private readonly firings: FindFirings,
    private readonly firingStore: StoreFirings,
  ) {}

  /**
   * Matches the next page of changes.
   * @param isCounted whether the attempt is counted, so that changes that end each of them are passed over
   */
  matchNext(environment: Environment, state: MatchState, isCounted: boolean): Promise<Matched> {
    const match = (): Promise<Matched> => this.#matchNext(environment, state, isCounted);
    return isCounted ? this.cursors.attempt(environment.id, match) : match();
  }

  async #matchNext(environment: Environment, state: MatchState, isCounted: boolean): Promise<Matched> {
    const begun = await this.#begin(environment, state, isCounted);
    if (typeof begun === 'string') return begun;
    const { stored, losses } = begun;
    const head = await this.log.headSince(timeOf(stored));
    const cursor = cursorOf(stored, head) ?? (await this.#carriedOver(stored, head));
    if (!cursor) return this.#restart(environment, state, stored, head);
    this.#reportLoss(environment, state, cursor);
    const inForce = await this.#inForce(environment, state, stored, head);
    const page = await this.log.readKept(logRangeOf(cursor, head), {
      environmentId: environment.id,
      kinds: inForce.kinds,
    });
    state.pageLength = page.changes.length;
    const read = { from: stored.cursor, cursor, inForce, page, losses };
    if (page.changes.length > 0) return this.#match(environment, state, read);
    const isRecent = stored.cursor !== null && head.at - cursor.snapshot.at < KEPT_SECONDS;
    // The rest of a range has no changes, but there may be later ones.
    if (isRecent && !cursor.rest) return 'done';
    return this.#pass(environment, state, read);
  }

  async #begin({ id }: Environment, state: MatchState, isCounted: boolean): Promise<Begun | Matched> {
    const stored = await this.cursors.find(id);
    if (!stored) return 'done';
    if (state.foundAt(stored.cursor)) return 'taken';
    const losses = isCounted ? await this.cursors.take({ environmentId: id, from: stored.cursor }) : 0;
    return losses === undefined ? 'taken' : { stored, losses };
  }

  /** Moves the cursor over a range without changes of triggers. */
  async #pass(
    environment: Environment,
    state: MatchState,
    { from, cursor, inForce, page }: ReadPage,
  ): Promise<Matched> {
    const to = formatLogCursor(endOf(cursor, page, page.changes.length));
    const isMoved = await this.cursors.advance({ environmentId: environment.id, from, to }, inForce.version);
    if (!isMoved) return 'more';
    state.movedTo(to);
    return cursor.rest ? 'more' : 'done';
  }

  /** Matches a page in steps, so that only the records of one are in memory. */
  async #match(environment: Environment, state: MatchState, read: ReadPage): Promise<Matched> {
    const { cursor, inForce, page } = read;
    const ctx = await this.#context(environment, inForce);
    if (!ctx) return 'more';
    const triggers = state.triggersOf(ctx.catalogue.version, () => triggersInForce(ctx.catalogue, inForce.since));
    // So that a change that cannot be matched fails without others.
    const isOneByOne = read.losses >= SUSPECT_LOSSES;
    const end = isOneByOne ? Math.min(page.changes.length, STEP) : page.changes.length;
    let place: Place = { from: read.from, first: 0, losses: read.losses };
    while (place.first < end) {
      const next = await this.#step({ ctx, cursor, page, triggers }, state, place);
      const losses = isOneByOne && next ? await this.#count(environment, next) : 0;
      if (!next || losses === undefined) return 'taken';
      place = { ...next, losses };
    }
    return isLastPage(read, end) ? 'done' : 'more';
  }

  #count({ id }: Environment, { from }: Pick<Place, 'from'>): Promise<number | undefined> {
    return this.cursors.take({ environmentId: id, from }, SUSPECT_LOSSES);
  }

  /** @returns the place behind the step; undefined when another node matches it */
  async #step(
    { ctx, cursor, page, triggers }: PageInSteps,
    state: MatchState,
    { from, first, losses }: Place,
  ): Promise<Omit<Place, 'losses'> | undefined> {
    const { version } = ctx.catalogue;
    const isRepeated = losses >= REPEATED_LOSSES;
    const most = losses >= SUSPECT_LOSSES ? 1 : state.stepSize(page.changes.length - first);
    if (losses >= MAX_LOSSES) {
      const to = formatLogCursor(endOf(cursor, page, first + 1));
      const passed = { change: page.changes[first], triggers, losses, withRuns: losses === MAX_LOSSES };
      if (!(await this.firingStore.passOver(ctx, passed, from, to))) return undefined;
      state.movedTo(to);
      return { from: to, first: first + 1 };
    }
    for (let count = most; ; count = Math.ceil(count / 2)) {
      const to = formatLogCursor(endOf(cursor, page, first + count));
      const known = state.knownAt(`${version} ${from}`, `${version} ${to}`);
      try {
        const changes = page.changes.slice(first, first + count);
        const runs = await this.firings.runs({ ctx, changes, triggers, known, isRepeated });
        if (!(await this.firingStore.store(ctx, runs, from, to))) return undefined;
        state.movedTo(to, known, count < most ? count : Infinity);
        return { from: to, first: first + count };
      } catch (error) {
        if (!(error instanceof RecordsUnreadable)) throw error;
      }
    }
  }

  /** Context of the definitions that the triggers belong to; undefined when they have changed since these were read. */
  async #context(environment: Environment, { version }: InForce): Promise<RequestContext | undefined> {
    // Read after the changes, so that the triggers before them are included.
    const now = await this.cursors.version(environment.id);
    const { tenantId, appId, id } = environment;
    const catalogue = await this.directory.find(tenantId, appId, id);
    if (!catalogue) throw new Error(`Environment ${id} has no definitions.`);
    if (now === version && catalogue.version === version)
      return { ...systemContext(catalogue, uuidV7(), new Date()), job: { source: 'Trigger', chain: [] } };
    if (catalogue.version !== now) await this.directory.refresh();
    return undefined;
  }

  async #inForce(
    { id }: Environment,
    state: MatchState,
    { version }: TriggerCursor,
    { log }: LogHead,
  ): Promise<InForce> {
    const known = state.inForce;
    if (known?.version === version && state.log === log) return known;
    const inForce = await this.cursors.inForce(id);
    state.setInForce(inForce, log);
    return inForce;
  }

  /** The cursor of the log before a failover or a restore to a point in time: it was stored with what it has passed. */
  async #carriedOver({ cursor }: TriggerCursor, { log }: LogHead): Promise<LogCursor | undefined> {
    const parsed = parseLogCursor(cursor ?? '');
    return parsed && (await this.log.isEarlier(parsed.log)) ? { ...parsed, log } : undefined;
  }

  async #restart(
    environment: Environment,
    state: MatchState,
    { cursor }: TriggerCursor,
    head: LogHead,
  ): Promise<Matched> {
    const to = formatLogCursor({ log: head.log, snapshot: snapshotOf(head) });
    const isMoved = await this.cursors.restart({ environmentId: environment.id, from: cursor, to });
    if (!isMoved) return 'taken';
    state.movedTo(to);
    this.#logger.warn(`The change log was replaced. Triggers of ${environment.name} begin again at its end.`);
    return 'more';
  }

  #reportLoss({ name }: Environment, state: MatchState, { snapshot }: LogCursor): void {
    if (state.isLossReported || this.log.keeps(snapshot)) return;
    state.isLossReported = true;
    const since = new Date(snapshot.at * 1_000).toISOString();
    this.#logger.warn(`Changes since ${since} are no longer in the log: triggers of ${name} do not fire for them.`);
  }
}

/** Behind a full page, and behind a range that was read before, there may be later changes. */
const isLastPage = ({ page: { changes }, cursor: { rest } }: ReadPage, end: number): boolean =>
  end === changes.length && end < MAX_CHANGES && rest === undefined;
