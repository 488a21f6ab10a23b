import { Injectable } from '@nestjs/common';
import { compileCondition } from '#core/tokens/condition.sql.js';
import { planCondition } from '#core/tokens/plan-condition.js';
import type { RequestContext } from '#core/context/context.js';
import type { JsonValue } from '#core/json/json.js';
import type { FindToken } from '#core/tokens/template.js';
import { typesOfTokens } from '#automation/core/workflows/token-types.js';
import type { Action, Workflow } from '#core/catalogue/workflow.js';
import { Database } from '#platform/database/database.js';
import { StatementCache } from '#platform/database/statement-cache.js';

/** A `When` or an `If` of a workflow. */
export interface TokenClauseInput {
  /** Where-clause whose values hold no tokens any more. */
  readonly clause: JsonValue;
  readonly workflow: Workflow;
  /** Action that the clause belongs to; without one `Item` has the types of its values. */
  readonly action?: Action;
  /** Values of the tokens that the clause names as fields. */
  readonly find: FindToken;
}

/** Evaluates where-clauses over the values of tokens: the `When` of an action and the `If` of a Condition. */
@Injectable()
export class TokenConditions {
  constructor(
    private readonly database: Database,
    private readonly statements: StatementCache,
  ) {}

  /**
   * Tells whether a clause holds, by the rules of queries; one that is unknown does not. An ExistsIn sees what the run may
   * read.
   * @throws {DomainError} with all faults of the clause and of the tokens' values
   */
  async holds(ctx: RequestContext, { clause, find, ...place }: TokenClauseInput): Promise<boolean> {
    const typeOf = typesOfTokens({ catalogue: ctx.catalogue, ...place });
    const plan = planCondition(ctx, { json: clause, path: 'When', typeOf, find });
    const statement = this.statements.get(ctx, plan.key, () => compileCondition(plan), 'read');
    const [{ held }] = await this.database.execute<{ readonly held: boolean }>(ctx, statement, plan.args);
    return held;
  }
}
