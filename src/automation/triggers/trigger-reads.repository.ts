import { Injectable } from '@nestjs/common';
import type { Entity } from '#core/catalogue/entity.js';
import type { LoggedChange } from '#core/changes/change.js';
import type { RequestContext } from '#core/context/context.js';
import { groupedBy } from '#core/grouped-by.js';
import { JsonText } from '#core/json/json.js';
import { Args } from '#core/statements/args.js';
import { readAuthors, readCauses } from '#automation/core/triggers/change-authors.sql.js';
import type { Evaluated } from '#automation/core/triggers/fires.js';
import type { RunCause } from '#automation/core/triggers/firing.js';
import {
  compileTriggerConditions,
  triggerResultsOf,
  planTriggerConditions,
  type ChangeToEvaluate,
  type TriggerConditionsRow,
} from '#automation/core/triggers/trigger-conditions.sql.js';
import type { ImageCache } from '#automation/core/triggers/image-cache.js';
import { imagesOf, type ChangeImages } from '#automation/core/triggers/record-images.js';
import { readCreated, readImages, type ImageRow } from '#automation/core/triggers/record-images.sql.js';
import type { Trigger } from '#core/catalogue/trigger.js';
import { readChain } from '#automation/core/workflows/chain.js';
import { Database } from '#platform/database/database.js';
import type { Statement } from '#platform/database/statement.js';
import { StatementCache } from '#platform/database/statement-cache.js';
import { BrokenClause } from './match-faults.js';

/** More than clocks differ, and longer than any write takes from its time to its commit. */
const DAY_MS = 86_400_000;

/** Reads what triggers look at. */
@Injectable()
export class TriggerReads {
  constructor(
    private readonly database: Database,
    private readonly statements: StatementCache,
  ) {}

  /**
   * Records of one entity before and after each of their changes, by position.
   * @param changes in the order of the log
   * @param known records as they were before these changes; they become those after them
   */
  async images(
    ctx: RequestContext,
    entity: Entity,
    changes: readonly LoggedChange[],
    known: ImageCache,
  ): Promise<ReadonlyMap<string, ChangeImages>> {
    const records = [...groupedBy(changes, ({ recordId }) => recordId)];
    const created = records.flatMap(([, [first, ...more]]) =>
      first.operation === 'Create' && more.length === 0 ? [first] : [],
    );
    const images = created.length > 0 ? await this.#created(ctx, entity, created) : new Map<string, ChangeImages>();
    for (const { recordId } of created) known.forget(entity.name, recordId);
    const others = records.filter(([, [{ position }]]) => !images.has(String(position)));
    return others.length > 0 ? new Map([...images, ...(await this.#changed(ctx, entity, others, known))]) : images;
  }

  /** Records of which the only change is that they were created. */
  async #created(
    ctx: RequestContext,
    entity: Entity,
    changes: readonly LoggedChange[],
  ): Promise<ReadonlyMap<string, ChangeImages>> {
    const values = {
      recordIds: changes.map(({ recordId }) => recordId),
      positions: changes.map(({ position }) => String(position)),
      since: timeBefore(changes),
    };
    const rows = await this.database.runStatement(readCreated, ctx, values, entity);
    return new Map(
      rows.flatMap(({ position, record }) =>
        record === null ? [] : [[position, { after: new JsonText(record) }] as const],
      ),
    );
  }

  async #changed(
    ctx: RequestContext,
    entity: Entity,
    records: readonly (readonly [string, readonly LoggedChange[]])[],
    known: ImageCache,
  ): Promise<ReadonlyMap<string, ChangeImages>> {
    const values = {
      recordIds: records.map(([id]) => id),
      after: records.map(([, [first]]) => String(first.position - 1n)),
      lastPositions: records.map(([, of]) => String(of.at(-1)!.position)),
      known: records.map(([id]) => known.find(entity.name, id) !== undefined),
      since: timeBefore(records.flatMap(([, of]) => of)),
    };
    const rows = await this.database.runStatement(readImages, ctx, values, entity);
    return new Map(
      rows.flatMap((row) => {
        const images = imagesOf(row, known.find(entity.name, row.id));
        if (row.goes_on && images.last) known.keep(entity.name, row.id, images.last, sizeOf(row));
        else known.forget(entity.name, row.id);
        return [...images.changes];
      }),
    );
  }

  /**
   * Evaluates changes of one entity by the conditions of triggers: for each change their results, in this order.
   * @throws {BrokenClause}
   */
  async evaluate(
    ctx: RequestContext,
    entity: Entity,
    triggers: readonly Trigger[],
    changes: readonly ChangeToEvaluate[],
  ): Promise<readonly (readonly (Evaluated | null)[])[]> {
    const { statement, args } = this.#evaluation(ctx, entity, triggers, changes);
    const rows = await this.database.execute<TriggerConditionsRow>(ctx, statement, args);
    const byNumber = new Map(rows.map((row) => [row.n, row]));
    return changes.map((_, n) => triggerResultsOf(byNumber.get(n)!));
  }

  /** Runs whose steps have made changes, by the correlation id of these. */
  async causes(ctx: RequestContext, correlationIds: readonly string[]): Promise<ReadonlyMap<string, RunCause>> {
    const rows = await this.database.runStatement(readCauses, ctx, { stepIds: correlationIds });
    return new Map(rows.map(({ step, run, chain }) => [step, { runId: run, chain: readChain(chain) }]));
  }

  /** Users who have caused what the service itself has changed, by transaction. */
  async authors(ctx: RequestContext, changes: readonly LoggedChange[]): Promise<ReadonlyMap<bigint, string>> {
    const xids = [...new Set(changes.map(({ xid }) => String(xid)))];
    const rows = await this.database.runStatement(readAuthors, ctx, { xids, since: timeBefore(changes) });
    return new Map(rows.flatMap(({ xid, user_id: userId }) => (userId === null ? [] : [[BigInt(xid), userId]])));
  }

  #evaluation(
    ctx: RequestContext,
    entity: Entity,
    triggers: readonly Trigger[],
    changes: readonly ChangeToEvaluate[],
  ): { readonly statement: Statement; readonly args: Args } {
    try {
      const plan = planTriggerConditions(ctx, entity, triggers, changes);
      const key = `evaluateTriggers:${entity.name}:${triggers.map(({ id }) => id).join()}`;
      const statement = this.statements.get(ctx, key, () => compileTriggerConditions(ctx, plan), 'read');
      return { statement, args: plan.args };
    } catch (error) {
      throw new BrokenClause(error);
    }
  }
}

const timeBefore = (changes: readonly LoggedChange[]): string =>
  new Date(Math.min(...changes.map(({ occurredAt }) => Date.parse(occurredAt))) - DAY_MS).toISOString();

const sizeOf = ({ now, later, changes }: ImageRow): number =>
  (now?.length ?? 0) + (later?.length ?? 0) + (changes?.length ?? 0);
