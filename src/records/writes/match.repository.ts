import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import { compileLockMatched } from '#records/core/deletes/delete-records.sql.js';
import { DomainError, type Fault } from '#core/errors.js';
import type { Entity } from '#core/catalogue/entity.js';
import { MAX_LISTED } from '#core/changes/changed-rows.sql.js';
import { accessKey } from '#core/relations/relation.js';
import { JsonText } from '#core/json/json.js';
import { compileShown } from '#records/core/matching/shown-records.sql.js';
import { MAX_ANSWER_MB } from '#core/sql/answer-limits.sql.js';
import { Args } from '#core/statements/args.js';
import { isInt4Overflow } from '#platform/database/connections/database.errors.js';
import type { Sql } from '#core/sql/sql.js';
import { matchFaults } from '#records/core/matching/match-faults.js';
import type { MatchPlan } from '#records/core/matching/match-plan.js';
import type { Matcher } from '#records/core/matching/match-records.js';
import { matchKey, planMatch } from '#records/core/matching/plan-match.js';
import { StatementCache } from '#platform/database/statement-cache.js';
import type { Transaction } from '#platform/database/transaction.js';

/** Records that can match, and how they are locked. */
type Lockable = Pick<MatchPlan, 'entity' | 'exclusive' | 'rows'>;

/** Ids of locked records, or their faults. */
interface Locked {
  readonly ids: readonly string[];
  readonly faults: readonly Fault[];
}

/** Locks the records of a write before anything else is read, and reads those that its answer shows. */
@Injectable()
export class MatchRepository {
  constructor(private readonly statements: StatementCache) {}

  /** Locks the matching records. */
  async lock(
    ctx: RequestContext,
    { entity, exclusive, rows }: Lockable,
    matcher: Matcher,
    tx: Transaction,
  ): Promise<Locked> {
    const matching = matcher();
    // Whoever restores records needs the scope to delete them.
    const operation = rows === undefined ? 'update' : 'delete';
    const plan = { ...planMatch(ctx, entity, operation, matching, exclusive), ...(rows && { rows }) };
    const compile = (): Sql => compileLockMatched(ctx, plan, []);
    const statement = this.statements.get(ctx, `match:${matchKey(ctx, plan)}`, compile);
    const [row] = await tx.execute<{ faults: string | null; ids: string | null }>(statement, matching.args);
    return { ids: row.ids === null ? [] : (JSON.parse(row.ids) as string[]), faults: matchFaults(plan, row.faults) };
  }

  /**
   * Reads live records as the caller may see them, as a JSON array in the order of the Ids; at most as many as a write
   * lists.
   * @throws {DomainError} Validation where they are too large for an answer
   */
  async shown(ctx: RequestContext, entity: Entity, ids: readonly string[], tx: Transaction): Promise<JsonText> {
    const args = new Args(ctx);
    const slot = args.add(ids.slice(0, MAX_LISTED), 'uuid[]');
    const key = `shown:${entity.name}:${accessKey({ ctx, rights: 'caller' })}`;
    const statement = this.statements.get(ctx, key, () => compileShown(ctx, entity, slot), 'read');
    try {
      const [{ result }] = await tx.execute<{ readonly result: string }>(statement, args);
      return new JsonText(result);
    } catch (error) {
      throw isInt4Overflow(error) ? answerTooLarge() : error;
    }
  }

  /** Replaces the result of an update, `[{Id, …}]`, by the records as they are now. */
  async asLeft<T extends { readonly result: JsonText }>(
    ctx: RequestContext,
    entity: Entity,
    made: T,
    tx: Transaction,
  ): Promise<T> {
    const ids = (JSON.parse(made.result.text) as readonly { readonly Id: string }[]).map(({ Id }) => Id);
    return { ...made, result: await this.shown(ctx, entity, ids, tx) };
  }
}

const answerTooLarge = (): DomainError =>
  new DomainError({
    code: 'Validation',
    message: `The records are larger than ${MAX_ANSWER_MB} MB. Nothing was written; leave out Prefer: return=representation.`,
    params: { MaxAnswerMB: MAX_ANSWER_MB },
  });
