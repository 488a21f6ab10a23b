import { Injectable } from '@nestjs/common';
import { gathered } from '../../core/steps.js';
import { inSlices } from '../../platform/scheduling/time-slicer.js';
import type { RequestContext } from '../../core/context.js';
import { type DefinitionProblem, problemsAbout } from '../../core/definition-checks/definition-problem.js';
import type { Query } from '../../platform/database/platform-database.js';
import { DefinitionChecks, StoredDefinitions } from '../definitions/index.js';
import { listFaults } from './check-list.rules.js';

/** Checks every stored list after any change of definitions. */
@Injectable()
export class CheckLists {
  constructor(
    checks: DefinitionChecks,
    private readonly definitions: StoredDefinitions,
  ) {
    checks.register((ctx, query) => this.#problems(ctx, query));
  }

  async #problems(ctx: RequestContext, query: Query): Promise<readonly DefinitionProblem[]> {
    const lists = await this.definitions.all(ctx, 'List', query);
    return inSlices(gathered(lists, (list) => problemsAbout('List', list, listFaults(ctx, list))));
  }
}
