import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import type { LoggedChange } from '#core/changes/change.js';
import type { RequestContext } from '#core/context/context.js';
import { systemContext } from '#core/context/system-context.js';
import type { ImageCache } from '#core/images/image-cache.js';
import {
  type BoundClause,
  compileJudgement,
  judgementKey,
  type JudgementRow,
  planJudgement,
} from '#core/images/judge-clauses.sql.js';
import type { ChangeImages } from '#core/images/record-images.js';
import type { JsonText } from '#core/json/json.js';
import { LoggedImages } from '#platform/change-log/logged-images.repository.js';
import { isOutage } from '#platform/database/connections/database.errors.js';
import { Database } from '#platform/database/database.js';
import { StatementCache } from '#platform/database/statement-cache.js';

/** Clauses that changes of one entity are judged by. */
export interface JudgedClauses {
  readonly entity: Entity;
  readonly clauses: readonly BoundClause[];
  /** Fields whose masked values are wanted. */
  readonly masked: readonly Field[];
}

/** Result of judging a change by clauses. */
export interface JudgedChange {
  /** Places of the clauses that the record met before the change, and of those that it meets after it. */
  readonly before: ReadonlySet<number>;
  readonly after: ReadonlySet<number>;
  /** The record after the change; absent for a deleted one. */
  readonly record?: JsonText;
  /** Masked values of that record, as JSON. */
  readonly masked?: string;
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
   * @param known records as they were before these changes; they become those after them
   * @returns by position
   */
  async judge(
    catalogue: Catalogue,
    clauses: JudgedClauses,
    changes: readonly LoggedChange[],
    known: ImageCache,
  ): Promise<ReadonlyMap<bigint, JudgedChange>> {
    const ctx: RequestContext = {
      ...systemContext(catalogue, randomUUID(), new Date()),
      job: { source: 'Trigger', chain: [] },
    };
    try {
      return await this.#judge(ctx, clauses, changes, known);
    } catch (error) {
      known.clear();
      if (changes.length === 1 || isOutage(error)) throw error;
      const half = Math.ceil(changes.length / 2);
      const first = await this.judge(catalogue, clauses, changes.slice(0, half), known);
      return new Map([...first, ...(await this.judge(catalogue, clauses, changes.slice(half), known))]);
    }
  }

  async #judge(
    ctx: RequestContext,
    { entity, clauses, masked }: JudgedClauses,
    changes: readonly LoggedChange[],
    known: ImageCache,
  ): Promise<ReadonlyMap<bigint, JudgedChange>> {
    const byPosition = await this.images.read(ctx, entity, changes, known);
    const sides = changes.map((change) => byPosition.get(String(change.position)) ?? {});
    const images: JsonText[] = [];
    const placeOf = (image: JsonText | undefined): number => (image ? images.push(image) - 1 : -1);
    const places = sides.map(({ before, after }) => [placeOf(before), placeOf(after)] as const);
    const plan = planJudgement(ctx, { entity, images, clauses, masked });
    const met = images.map(() => new Set<number>());
    const masks: string[] = [];
    if (images.length > 0 && (clauses.length > 0 || masked.length > 0)) {
      const compile = (): ReturnType<typeof compileJudgement> => compileJudgement(ctx, plan);
      const statement = this.statements.get(ctx, judgementKey(plan), compile, 'read');
      for (const { n, k, masked: mask } of await this.database.execute<JudgementRow>(ctx, statement, plan.args)) {
        if (k !== null) met[n].add(k);
        if (mask !== null) masks[n] = mask;
      }
    }
    const metAt = (place: number): ReadonlySet<number> => met[place] ?? NONE;
    return new Map(
      changes.map(({ position }, i) => {
        const [before, after] = places[i];
        return [position, judged(sides[i], metAt(before), metAt(after), masks[after])];
      }),
    );
  }
}

const NONE: ReadonlySet<number> = new Set();

const judged = (
  { after: record }: ChangeImages,
  before: ReadonlySet<number>,
  after: ReadonlySet<number>,
  masked: string | undefined,
): JudgedChange => ({ before, after, ...(record && { record }), ...(masked !== undefined && { masked }) });
