import { Injectable } from '@nestjs/common';
import { inSlices } from '#platform/process/scheduling/time-slicer.js';
import { problemsAbout } from '#definitions/core/checks/definition-problem.js';
import { DefinitionChecks } from '#definitions/index.js';
import { listFaults } from '#queries/core/lists/check-list.js';

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
