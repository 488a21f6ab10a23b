import { Injectable } from '@nestjs/common';
import { lifecycleProblems } from '#lifecycle/core/checks/check-lifecycles.js';
import { processProblems } from '#lifecycle/core/checks/check-processes.js';
import type { DefinitionProblem } from '#definitions/core/checks/definition-problem.js';
import type { JsonObject } from '#core/json/json.js';
import { Definition } from '#core/catalogue/definition.js';
import { inSlices } from '#platform/process/scheduling/time-slicer.js';
import { type CheckedDefinitions, DefinitionChecks, NamedUsers } from '#definitions/index.js';
import { RegisteredHooks } from '#records/index.js';

/** Checks lifecycles and approval processes after a change of definitions. */
@Injectable()
export class CheckLifecycles {
  constructor(
    checks: DefinitionChecks,
    private readonly hooks: RegisteredHooks,
    private readonly users: NamedUsers,
  ) {
    checks.register((checked) => this.#problems(checked));
  }

  async #problems({ ctx, definitions, check, query }: CheckedDefinitions): Promise<readonly DefinitionProblem[]> {
    const { approvalProcesses: processes, lifecycles } = definitions;
    if (processes.length + lifecycles.length === 0) return [];
    const users = await this.users.read(ctx, namedUsers(processes), query);
    const named = {
      roles: namesOf(definitions.roles),
      teams: namesOf(definitions.teams),
      permissions: definitions.permissions ?? [],
      workflows: namesOf(definitions.workflows),
      users: users.map(({ name }) => name),
      validatorHooks: this.hooks.validatorNames,
    };
    return [
      ...(await inSlices(lifecycleProblems(check, lifecycles, named))),
      ...(await inSlices(processProblems(check, processes, named))),
    ];
  }
}

const namesOf = (definitions: readonly JsonObject[]): readonly string[] =>
  definitions.map((json) => new Definition(json).text('Name') ?? '');

const approversOf = (step: JsonObject): readonly JsonObject[] =>
  ['Approvers', 'EscalateTo'].flatMap((name) => new Definition({ [name]: [step[name] ?? null] }).objects(name));

/** UserNames that the steps of processes give. */
function namedUsers(processes: readonly JsonObject[]): readonly string[] {
  const steps = processes.flatMap((process) => new Definition(process).objects('Steps'));
  const names = steps.flatMap(approversOf).flatMap((each) => new Definition(each).texts('Users'));
  return [...new Set(names)];
}
