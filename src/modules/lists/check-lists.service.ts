import { Injectable } from '@nestjs/common';
import { inSlices } from '../../platform/scheduling/time-slicer.js';
import { problemsAbout } from '../../core/definition-checks/definition-problem.js';
import { DefinitionChecks } from '../definitions/index.js';
import { listFaults } from './check-list.rules.js';

/** Checks stored lists after a change of definitions. */
@Injectable()
export class CheckLists {
  constructor(checks: DefinitionChecks) {
    checks.register(({ definitions, check }) => {
      const lists = definitions.uncatalogued?.List ?? [];
      return inSlices(check.of('list', lists, [], (ctx, list) => problemsAbout('List', list, listFaults(ctx, list))));
    });
  }
}
