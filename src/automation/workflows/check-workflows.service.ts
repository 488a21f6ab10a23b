import { Injectable } from '@nestjs/common';
import { BuiltParts } from '#core/built-parts.js';
import type { RequestContext } from '#core/context/context.js';
import type { DefinitionProblem } from '#definitions/core/checks/definition-problem.js';
import { Definition } from '#core/catalogue/definition.js';
import { DomainError } from '#core/errors.js';
import type { JsonObject } from '#core/json/json.js';
import { readRoutine, type Routine } from '#routines/core/routine.js';
import { allAtOnce, gathered, mapped } from '#core/steps.js';
import { triggerProblems } from '#automation/core/checks/check-triggers.js';
import type { NamedQuery, NamedRecord } from '#automation/core/checks/action-check.js';
import { workflowProblems } from '#automation/core/checks/check-workflows.js';
import { deliveryRemarks } from '#automation/core/workflows/delivery-remarks.js';
import type { Workflow } from '#core/catalogue/workflow.js';
import { buildWorkflow } from '#core/compile/build-workflow.js';
import { RegisteredActions } from '#automation/coded-actions/registered-actions.js';
import { Config } from '#platform/process/config/config.js';
import { inSlices } from '#platform/process/scheduling/time-slicer.js';
import { type CheckedDefinitions, DefinitionChecks, NamedUsers } from '#definitions/index.js';
import { readSavedQuery } from '#queries/index.js';
import { namedUsers } from '#automation/core/workflows/named-users.js';

/** Checks workflows and triggers after a change of definitions. */
@Injectable()
export class CheckWorkflows {
  constructor(
    checks: DefinitionChecks,
    private readonly users: NamedUsers,
    private readonly config: Config,
    private readonly actions: RegisteredActions,
  ) {
    checks.register((checked) => this.#problems(checked));
    checks.registerRemarks((ctx, id) => this.#remarks(ctx, id));
  }

  #remarks({ catalogue }: RequestContext, id: string): readonly string[] {
    const workflow = catalogue.automation.workflows.get(id);
    const { mail, outbound } = this.config;
    const deliveries = { hasMail: mail !== undefined, hasHosts: outbound.allowedHosts.length > 0 };
    return workflow ? deliveryRemarks(workflow, deliveries) : [];
  }

  async #problems({ ctx, definitions, check, query }: CheckedDefinitions): Promise<readonly DefinitionProblem[]> {
    const { workflows, triggers, uncatalogued, parts = new BuiltParts() } = definitions;
    if (workflows.length + triggers.length === 0) return [];
    const namedUsersOf = (json: JsonObject): readonly string[] =>
      parts.of('named users', json, [], () => allAtOnce(namedUsers([json])));
    const users = await inSlices(gathered([...workflows, ...triggers], namedUsersOf));
    const queriesIn = (json: JsonObject): readonly NamedQuery[] => parts.of('query', json, [], () => queryIn(json));
    const routineIn = (json: JsonObject): Routine => parts.of('routine', json, [], () => readRoutine(json).routine);
    const workflowIn = (json: JsonObject): Workflow => parts.of('workflow', json, [], () => buildWorkflow(json));
    const named = {
      roles: recordsOf(definitions.roles),
      teams: recordsOf(definitions.teams),
      permissions: definitions.permissions ?? [],
      users: await this.users.read(ctx, users, query),
      queries: await inSlices(gathered(uncatalogued?.SavedQuery ?? [], queriesIn)),
      routines: await inSlices(mapped(uncatalogued?.DatabaseObject ?? [], routineIn)),
      workflows: await inSlices(mapped(workflows, workflowIn)),
      actions: this.actions.all,
    };
    const cron = { minSeconds: this.config.scheduleMinSeconds };
    return [
      ...(await inSlices(workflowProblems(check, workflows, named))),
      ...(await inSlices(triggerProblems(check, triggers, { ...named, cron }))),
    ];
  }
}

const recordsOf = (definitions: readonly JsonObject[]): readonly NamedRecord[] =>
  definitions.map((json) => {
    const definition = new Definition(json);
    return { id: definition.text('Id') ?? '', name: definition.text('Name') ?? '' };
  });

/** Reads a saved query; one with faults is left out, because those are reported as its own. */
function queryIn(record: JsonObject): readonly NamedQuery[] {
  try {
    return [readSavedQuery(record, [])];
  } catch (error) {
    if (error instanceof DomainError) return [];
    throw error;
  }
}
