import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { LoggedChange } from '#core/changes/change.js';
import type { RequestContext } from '#core/context/context.js';
import { systemContext } from '#core/context/system-context.js';
import { ImageCache } from '#core/images/image-cache.js';
import {
  afterSide,
  beforeSide,
  compileJudgement,
  GOES_ON,
  type JudgedClauses,
  type JudgedSource,
  judgementKey,
  type JudgementRow,
  planJudgement,
} from '#core/images/judge-clauses.sql.js';
import { LoggedImages, timeBefore } from '#platform/change-log/logged-images.repository.js';
import { isOutage } from '#platform/database/connections/database.errors.js';
import { Database } from '#platform/database/database.js';
import { StatementCache } from '#platform/database/statement-cache.js';

/** Result of judging a change by clauses. */
export interface JudgedChange {
  /** Places of the clauses that the record met before the change, and of those that it meets after it. */
  readonly before: ReadonlySet<number>;
  readonly after: ReadonlySet<number>;
  /** Wanted values of the record after the change, as JSON. */
  readonly shown?: string;
  /** Masked values of that record, as JSON. */
  readonly masked?: string;
}

/** Changes of one entity under judgement. */
interface Judging {
  readonly ctx: RequestContext;
  readonly clauses: JudgedClauses;
  readonly changes: readonly LoggedChange[];
}

/** Judges changes by clauses on the records before and after them. */
@Injectable()
export class JudgeChanges {
  constructor(
    private readonly images: LoggedImages,
    private readonly database: Database,
    private readonly statements: StatementCache,
  ) {}

  /**
   * Judges changes of one entity, in the order of the log, in one statement; in several where that fails, because the
   * records of many changes can be too large together.
   * @returns by position
   */
  async judge(
    catalogue: Catalogue,
    clauses: JudgedClauses,
    changes: readonly LoggedChange[],
  ): Promise<ReadonlyMap<bigint, JudgedChange>> {
    const ctx: RequestContext = {
      ...systemContext(catalogue, randomUUID(), new Date()),
      job: { source: 'Trigger', chain: [] },
    };
    try {
      return await this.#judge({ ctx, clauses, changes });
    } catch (error) {
      if (changes.length === 1 || isOutage(error)) throw error;
      const half = Math.ceil(changes.length / 2);
      const first = await this.judge(catalogue, clauses, changes.slice(0, half));
      return new Map([...first, ...(await this.judge(catalogue, clauses, changes.slice(half)))]);
    }
  }

  async #judge(judging: Judging): Promise<ReadonlyMap<bigint, JudgedChange>> {
    const { changes } = judging;
    const rows = await this.#rows(judging, {
      ids: changes.map(({ recordId }) => recordId),
      positions: changes.map(({ position }) => String(position)),
      sinceDay: timeBefore(changes).slice(0, 'yyyy-mm-dd'.length),
    });
    const goesOn = new Set(rows.filter(({ k }) => k === GOES_ON).map(({ n }) => n));
    const judged = changes.map((): Judged => ({ before: new Set(), after: new Set() }));
    collect(judged, rows);
    if (goesOn.size > 0) collect(judged, await this.#later(judging, goesOn));
    return new Map(changes.map(({ position }, n) => [position, judged[n]]));
  }

  /** Judges changes whose records have changed again since. @param sides before them */
  async #later(judging: Judging, sides: ReadonlySet<number>): Promise<readonly JudgementRow[]> {
    const { ctx, clauses, changes } = judging;
    const later = changes.flatMap((change, n) => (sides.has(beforeSide(n)) ? [{ change, n }] : []));
    const toRead = later.map(({ change }) => change);
    const byPosition = await this.images.read(ctx, clauses.entity, toRead, new ImageCache(''));
    const images = later.flatMap(({ change, n }) => {
      const { before, after } = byPosition.get(String(change.position)) ?? {};
      return [
        ...(before ? [{ side: beforeSide(n), image: before }] : []),
        ...(after ? [{ side: afterSide(n), image: after }] : []),
      ];
    });
    return this.#rows(judging, { images });
  }

  #rows({ ctx, clauses }: Judging, source: JudgedSource): Promise<readonly JudgementRow[]> {
    const plan = planJudgement(ctx, clauses, source);
    const compile = (): ReturnType<typeof compileJudgement> => compileJudgement(ctx, plan);
    const statement = this.statements.get(ctx, judgementKey(plan), compile, 'read');
    return this.database.execute<JudgementRow>(ctx, statement, plan.args);
  }
}

type Judged = JudgedChange & {
  readonly before: Set<number>;
  readonly after: Set<number>;
  shown?: string;
  masked?: string;
};

/** Adds rows of a judgement to the changes, by their numbers. */
function collect(judged: readonly Judged[], rows: readonly JudgementRow[]): void {
  for (const { n, k, shown, masked } of rows) {
    const change = judged[Math.floor(n / 2)];
    if (k === null) Object.assign(change, { shown, ...(masked !== null && { masked }) });
    else if (k !== GOES_ON) (n === beforeSide(Math.floor(n / 2)) ? change.before : change.after).add(k);
  }
}
