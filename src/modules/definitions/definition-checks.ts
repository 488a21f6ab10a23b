import { Injectable } from '@nestjs/common';
import type { DefinitionProblem } from '../../core/definition-checks/definition-problem.js';
import type { RequestContext } from '../../core/context.js';
import type { Transaction } from '../../platform/database/transaction.js';

/**
 * Checks all stored definitions of its kinds against the catalogue of `ctx`, which may be the uncommitted one of the
 * transaction.
 */
export type DefinitionCheck = (ctx: RequestContext, tx: Transaction) => Promise<readonly DefinitionProblem[]>;

/** Registry of definition checks; modules register checks for the kinds of definitions that they own. */
@Injectable()
export class DefinitionChecks {
  readonly #checks: DefinitionCheck[] = [];

  register(check: DefinitionCheck): void {
    this.#checks.push(check);
  }

  async problems(ctx: RequestContext, tx: Transaction): Promise<readonly DefinitionProblem[]> {
    const found: DefinitionProblem[] = [];
    for (const check of this.#checks) found.push(...(await check(ctx, tx)));
    return found;
  }
}
