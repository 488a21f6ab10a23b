import { Injectable } from '@nestjs/common';
import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import type { RequestContext } from '#core/context/context.js';
import { DomainError, type Fault } from '#core/errors.js';
import { recordImage, type RecordImage } from '#core/fields/record-image.js';
import type { JsonObject, JsonValue } from '#core/json/json.js';
import { readJson } from '#core/json/read-json.js';
import { MAX_LISTED } from '#core/changes/changed-rows.sql.js';
import { Database } from '#platform/database/database.js';
import { OutcomeUnknown } from '#platform/database/connections/database.errors.js';
import { StatementCache } from '#platform/database/statement-cache.js';
import type { Transaction } from '#platform/database/transaction.js';
import type { UpdateDraft } from '#records/core/drafts/update-draft.js';
import { DeferredKeys, isClash } from './deferred-keys.js';
import type { StepTransaction } from './write-plan.js';
import { autocommit, sendIn, type StatementCall } from './statement-call.js';
import type { Matcher } from '#records/core/matching/match-records.js';
import { deferrableFields, planUpdate } from '#records/core/updates/plan-update.js';
import { updateFaults } from '#records/core/updates/update-faults.js';
import type { UpdatePlan } from '#records/core/updates/update-plan.js';
import { compileUpdate, readVersions } from '#records/core/updates/update-records.sql.js';

interface UpdateRow {
  readonly faults: string | null;
  readonly result: string;
  readonly matched: number;
  readonly moved: string | null;
  readonly kept?: string | null;
}

/** Id of a record, and its values of the deferred fields as text. */
type KeptValues = readonly [string, ...(string | null)[]];

/** A matched record before and after the update. */
export interface UpdateImage {
  readonly old: RecordImage;
  readonly record: RecordImage;
}

/** Answer of an update's statement. */
export interface Updated {
  /** `[{"Id","RowVersion"}, …]` as JSON text. */
  readonly result: string;
  readonly matched: number;
  /** Ids of records whose owner or team changed. */
  readonly moved: readonly string[];
  /** Values for which the changed records have stand-ins, in the order of the deferred fields. */
  readonly kept?: readonly KeptValues[];
}

/** The statements of an update that has hooks in code around it. */
export interface UpdateStatements {
  /** Fields beyond those of the draft that the write assigns. */
  readonly alsoAssigned?: readonly string[];
  /** Locks the matched records and answers each before and after the update, in the order of Ids. */
  images(ctx: RequestContext, draft: UpdateDraft, matcher: Matcher, tx: Transaction): Promise<readonly UpdateImage[]>;
  /** Changes the matched records with their change rows. */
  store(ctx: RequestContext, draft: UpdateDraft, matcher: Matcher, step: StepTransaction): Promise<Updated>;
}

/** Prepares and sends the statements of updates. Holds no rule of its own. */
@Injectable()
export class UpdateRepository implements UpdateStatements {
  constructor(
    private readonly database: Database,
    private readonly statements: StatementCache,
  ) {}

  /**
   * Changes the matched records with their change rows as a part of a transaction. Where another record has the value of a
   * unique rule, the value is stored when the whole write is done.
   * @throws as `callFor`
   */
  async store(
    ctx: RequestContext,
    draft: UpdateDraft,
    matcher: Matcher,
    { tx, mode }: StepTransaction,
  ): Promise<Updated> {
    try {
      const updated = await sendIn(tx, this.callFor(ctx, draft, matcher, mode));
      replaceWaiting(tx, draft, updated);
      return updated;
    } catch (error) {
      if (!isClash(error) || !DeferredKeys.isOpen(tx)) throw DeferredKeys.racedOr(tx, error);
      const deferred = deferrableFields(draft);
      if (deferred.length === 0 || !(await DeferredKeys.letWait(ctx, tx, deferred))) throw error;
      const updated = await sendIn(tx, this.callFor(ctx, draft, matcher, mode, deferred));
      if (updated.matched > MAX_LISTED) throw error;
      replaceWaiting(tx, draft, updated);
      DeferredKeys.add(tx, deferredKeys(draft, deferred, updated, error));
      return updated;
    }
  }

  /**
   * The statement that changes the matched records with their change rows.
   * @param mode `part` when another step records the write's outcome
   * @param deferred fields whose values are stored when the whole write is done
   * @throws {DomainError} when it is read, what the statement found; {ConstraintViolation} when it is sent
   */
  callFor(
    ctx: RequestContext,
    draft: UpdateDraft,
    matcher: Matcher,
    mode: StepTransaction['mode'] = 'store',
    deferred: readonly Field[] = [],
  ): StatementCall<Updated> {
    const plan = planUpdate(ctx, draft, matcher(), mode, deferred);
    const read = ([row]: readonly UpdateRow[]): Updated => {
      const faults = updateFaults(plan, draft, row.faults);
      if (faults.length > 0) throw new DomainError(...faults);
      return {
        result: row.result,
        matched: row.matched,
        moved: row.moved === null ? [] : (JSON.parse(row.moved) as string[]),
        ...(row.kept && { kept: JSON.parse(row.kept) as KeptValues[] }),
      };
    };
    return { statement: this.#statement(ctx, plan), args: plan.args, read };
  }

  /**
   * Locks the matched records and answers each before and after the update, in the order of Ids.
   * @throws {DomainError} faults of the records: scopes, versions, their number
   */
  async images(
    ctx: RequestContext,
    draft: UpdateDraft,
    matcher: Matcher,
    tx: Transaction,
  ): Promise<readonly UpdateImage[]> {
    const plan = planUpdate(ctx, draft, matcher(), 'image');
    const [row] = await tx.execute<UpdateRow>(this.#statement(ctx, plan), plan.args);
    const faults = updateFaults(plan, draft, row.faults);
    if (faults.length > 0) throw new DomainError(...faults);
    return updateImages(draft.entity, row.result);
  }

  /** Further faults of an update that cannot be made: scopes, versions, rules. Changes nothing. */
  async explain(ctx: RequestContext, draft: UpdateDraft, matcher: Matcher): Promise<readonly Fault[]> {
    const plan = planUpdate(ctx, draft, matcher(), 'explain');
    const [row] = await this.database.execute<UpdateRow>(ctx, this.#statement(ctx, plan), plan.args);
    return updateFaults(plan, draft, row.faults);
  }

  /**
   * The answer of an update whose COMMIT got no answer but was stored.
   * @param ids of the matched records
   * @throws {OutcomeUnknown} when there are more than an outcome names
   */
  async stored(ctx: RequestContext, entity: Entity, ids: readonly string[]): Promise<Updated> {
    if (ids.length >= MAX_LISTED) throw new OutcomeUnknown();
    const result = await autocommit(this.database, ctx, this.versionsCall(ctx, entity, ids));
    return { result, matched: ids.length, moved: [] };
  }

  /** The statement that reads the current versions of records, as `[{"Id","RowVersion"}, …]`. */
  versionsCall(ctx: RequestContext, entity: Entity, ids: readonly string[]): StatementCall<string> {
    const statement = this.statements.of(ctx, readVersions, [entity]);
    const args = readVersions.bind(ctx, { ids });
    return { statement, args, read: ([{ result }]: readonly { readonly result: string }[]) => result };
  }

  #statement(ctx: RequestContext, plan: UpdatePlan): ReturnType<StatementCache['get']> {
    return this.statements.get(ctx, plan.key, () => compileUpdate(ctx, plan));
  }
}

const idsOf = ({ result }: Updated): readonly string[] =>
  (JSON.parse(result) as readonly { readonly Id: string }[]).map(({ Id }) => Id);

function deferredKeys(
  { entity, settings }: UpdateDraft,
  deferred: readonly Field[],
  { kept = [] }: Updated,
  { faults }: DomainError,
): Parameters<typeof DeferredKeys.add>[1] {
  return deferred.map((field, i) => {
    const path = settings.find((setting) => setting.field === field)?.path;
    const clash = faults.find((fault) => fault.path === path) ?? faults[0];
    return { entity, field, clash, values: new Map(kept.map(([id, ...values]) => [id, values[i]])) };
  });
}

/** Forgets values that wait for fields which the update has assigned anew. */
function replaceWaiting(tx: Transaction, { settings }: UpdateDraft, updated: Updated): void {
  if (!DeferredKeys.isWaiting(tx)) return;
  const fields = settings.map(({ field }) => field);
  DeferredKeys.replace(tx, fields, new Set(idsOf(updated)));
}

/** Reads the images that a statement answers. @param text JSON, as `compileUpdate` describes it */
export function updateImages(entity: Entity, text: string): readonly UpdateImage[] {
  const image = (json: JsonValue): RecordImage => recordImage(entity, json as JsonObject);
  const [before, after] = readJson(text) as [JsonValue[], JsonValue[]];
  return before.map((old, i) => ({ old: image(old), record: image(after[i]) }));
}
