import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../core/context.js';
import { type DefinitionProblem, problemsAbout } from '../../core/definition-checks/definition-problem.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { DefinitionChecks, StoredDefinitions } from '../definitions/index.js';
import { listFaults } from './check-list.rules.js';

/** Checks every stored list after any change of definitions. */
@Injectable()
export class CheckLists {
  constructor(
    checks: DefinitionChecks,
    private readonly definitions: StoredDefinitions,
  ) {
    checks.register((ctx, tx) => this.#problems(ctx, tx));
  }

  async #problems(ctx: RequestContext, tx: Transaction): Promise<readonly DefinitionProblem[]> {
    const lists = await this.definitions.read(ctx, 'List', {}, tx);
    return lists.flatMap((list) => problemsAbout('List', list, listFaults(ctx, list)));
  }
}
