import type { RequestContext } from '#core/context/context.js';
import type { SelectPlan } from '#queries/core/select/select-plan.js';
import type { Statement } from '#platform/database/statement.js';
import type { ProposedField } from '#queries/core/advice/propose-index.js';

/** A call of a query. */
export interface QueryCall {
  readonly ctx: RequestContext;
  readonly plan: SelectPlan;
  readonly statement: Statement;
}

/** Findings of one measured call about its shape. */
export interface Explanation {
  /** Null where the call did not end within its time limit. */
  readonly rowsRead: number | null;
  readonly rowsAnswered: number | null;
  /** Fields of the index that would help; empty: none. */
  readonly index: readonly ProposedField[];
  readonly hints: readonly string[];
}

/** Calls of one shape of queries since they were stored last. */
export interface Tally {
  calls: number;
  totalMs: number;
  maxMs: number;
  /** Calls in each range of durations (`queries/core/advice/durations.ts`). */
  durations: number[];
}

/** A shape of queries of an environment. */
export interface SlowQuery {
  readonly environmentId: string;
  /** Identifies the shape, its entity and the indexes of the entity within the environment. */
  readonly hash: string;
  readonly entity: string;
  readonly shape: string;
}
