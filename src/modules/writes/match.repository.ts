import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../core/context.js';
import { compileLockMatched } from '../../core/deletes/delete-records.sql.js';
import type { Fault } from '../../core/errors.js';
import type { Sql } from '../../core/sql/sql.js';
import { matchFaults } from '../../core/matching/match-faults.js';
import type { MatchPlan } from '../../core/matching/match-plan.js';
import type { Matcher } from '../../core/matching/match-records.js';
import { matchKey, planMatch } from '../../core/matching/plan-match.js';
import { StatementCache } from '../../platform/database/statement-cache.js';
import type { Transaction } from '../../platform/database/transaction.js';

/** Records that can match, and how they are locked. */
type Lockable = Pick<MatchPlan, 'entity' | 'exclusive' | 'rows'>;

/** Ids of locked records, or their faults. */
interface Locked {
  readonly ids: readonly string[];
  readonly faults: readonly Fault[];
}

/** Locks the records of a write before anything else is read. Holds no rule of its own. */
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
    const plan = { ...planMatch(ctx, entity, 'update', matching, exclusive), ...(rows && { rows }) };
    const compile = (): Sql => compileLockMatched(ctx, plan, []);
    const statement = this.statements.get(ctx, `match:${matchKey(ctx, plan)}`, compile);
    const [row] = await tx.execute<{ faults: string | null; ids: string | null }>(statement, matching.args);
    return { ids: row.ids === null ? [] : (JSON.parse(row.ids) as string[]), faults: matchFaults(row.faults) };
  }
}
