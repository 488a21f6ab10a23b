import { Injectable } from '@nestjs/common';
import type { DefinitionProblem } from '../../core/definition-checks/definition-problem.js';
import type { RequestContext } from '../../core/context.js';
import type { Transaction } from '../../platform/database/transaction.js';

/**
 * Looks at all stored definitions of its kinds under the catalogue of `ctx`, which may be newer than any request has
 * seen: it is the one that the transaction is about to make true.
 */
export type DefinitionCheck = (ctx: RequestContext, tx: Transaction) => Promise<readonly DefinitionProblem[]>;

/** What makes definitions fit together: the modules that own kinds of definitions register what must hold for them. */
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
