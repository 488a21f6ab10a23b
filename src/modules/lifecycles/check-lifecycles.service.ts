import { Injectable } from '@nestjs/common';
import { groupedBy } from '../../core/grouped-by.js';
import type { RequestContext } from '../../core/context.js';
import { lifecycleProblems } from '../../core/lifecycle-checks/check-lifecycles.js';
import { processProblems } from '../../core/lifecycle-checks/check-processes.js';
import type { DefinitionProblem } from '../../core/definition-checks/definition-problem.js';
import type { JsonObject } from '../../core/json/json.js';
import { Definition } from '../../core/catalogue/definition.js';
import type { Query } from '../../platform/database/platform-database.js';
import { inSlices } from '../../platform/scheduling/time-slicer.js';
import { DefinitionChecks, StoredDefinitions } from '../definitions/index.js';
import { RegisteredHooks } from '../hooks/index.js';
import { NamedDefinitionsRepository } from './named-definitions.repository.js';

/** Checks every lifecycle and approval process after any change of definitions. */
@Injectable()
export class CheckLifecycles {
  constructor(
    checks: DefinitionChecks,
    private readonly definitions: StoredDefinitions,
    private readonly hooks: RegisteredHooks,
    private readonly names: NamedDefinitionsRepository,
  ) {
    checks.register((ctx, query) => this.#problems(ctx, query));
  }

  async #problems(ctx: RequestContext, query: Query): Promise<readonly DefinitionProblem[]> {
    const read = (name: string): Promise<readonly JsonObject[]> => this.definitions.all(ctx, name, query);
    const processes = await read('ApprovalProcess');
    const lifecycles = nested(await read('Lifecycle'), await read('Status'), await read('Transition'));
    if (processes.length + lifecycles.length === 0) return [];
    const names = await this.names.read(ctx, namedUsers(processes), query);
    const named = { ...names, validatorHooks: this.hooks.validatorNames };
    return [
      ...(await inSlices(lifecycleProblems(ctx, lifecycles, named))),
      ...(await inSlices(processProblems(ctx, processes, named))),
    ];
  }
}

const place = (record: JsonObject): number => new Definition(record).int('Sequence') ?? Number.MAX_SAFE_INTEGER;

const inOrder = (parts: readonly JsonObject[] = []): readonly JsonObject[] =>
  parts.toSorted((a, b) => place(a) - place(b));

/** Brings lifecycles into the form of a definition file, their parts in the order of Sequence. */
function nested(
  lifecycles: readonly JsonObject[],
  statuses: readonly JsonObject[],
  transitions: readonly JsonObject[],
): readonly JsonObject[] {
  const [statusesOf, transitionsOf] = [statuses, transitions].map((parts) =>
    groupedBy(parts, (part) => part.LifecycleId),
  );
  return lifecycles.map((lifecycle): JsonObject => {
    const { Id: id } = lifecycle;
    return { ...lifecycle, Statuses: inOrder(statusesOf.get(id)), Transitions: inOrder(transitionsOf.get(id)) };
  });
}

const approversOf = (step: JsonObject): readonly JsonObject[] =>
  ['Approvers', 'EscalateTo'].flatMap((name) => new Definition({ [name]: [step[name] ?? null] }).objects(name));

/** UserNames that the steps of processes give. */
function namedUsers(processes: readonly JsonObject[]): readonly string[] {
  const steps = processes.flatMap((process) => new Definition(process).objects('Steps'));
  const names = steps.flatMap(approversOf).flatMap((each) => new Definition(each).texts('Users'));
  return [...new Set(names)];
}
