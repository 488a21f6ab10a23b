import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../core/context.js';
import type { DefinitionProblem } from '../../core/definition-checks/definition-problem.js';
import { DomainError } from '../../core/errors.js';
import type { JsonObject } from '../../core/json/json.js';
import { readRoutine } from '../../core/routines/routine.js';
import { gathered, mapped } from '../../core/steps.js';
import { triggerProblems } from '../../core/trigger-checks/check-triggers.js';
import type { NamedQuery } from '../../core/workflow-checks/action-check.js';
import { workflowProblems } from '../../core/workflow-checks/check-workflows.js';
import { deliveryRemarks } from '../../core/workflows/delivery-remarks.js';
import { buildWorkflow } from '../../core/workflows/build-workflow.js';
import { Config } from '../../platform/config/config.js';
import type { Query } from '../../platform/database/platform-database.js';
import { inSlices } from '../../platform/scheduling/time-slicer.js';
import { DefinitionChecks, StoredDefinitions } from '../definitions/index.js';
import { readSavedQuery } from '../saved-queries/index.js';
import { CheckNames } from './check-names.repository.js';
import { namedUsers } from './named-users.rules.js';

/** Checks every workflow and trigger after any change of definitions. */
@Injectable()
export class CheckWorkflows {
  constructor(
    checks: DefinitionChecks,
    private readonly definitions: StoredDefinitions,
    private readonly names: CheckNames,
    private readonly config: Config,
  ) {
    checks.register((ctx, query) => this.#problems(ctx, query));
    checks.registerRemarks((ctx, id) => this.#remarks(ctx, id));
  }

  #remarks({ catalogue }: RequestContext, id: string): readonly string[] {
    const workflow = catalogue.automation.workflows.get(id);
    const { mail, outbound } = this.config;
    const deliveries = { hasMail: mail !== undefined, hasHosts: outbound.allowedHosts.length > 0 };
    return workflow ? deliveryRemarks(workflow, deliveries) : [];
  }

  async #problems(ctx: RequestContext, query: Query): Promise<readonly DefinitionProblem[]> {
    const read = (name: string): Promise<readonly JsonObject[]> => this.definitions.all(ctx, name, query);
    const [workflows, triggers] = [await read('Workflow'), await read('Trigger')];
    if (workflows.length + triggers.length === 0) return [];
    const named = {
      ...(await this.names.read(ctx, await inSlices(namedUsers([...workflows, ...triggers])), query)),
      queries: await inSlices(gathered(await read('SavedQuery'), queryIn)),
      routines: await inSlices(mapped(await read('DatabaseObject'), (record) => readRoutine(record).routine)),
      workflows: await inSlices(mapped(workflows, buildWorkflow)),
    };
    const cron = { minSeconds: this.config.scheduleMinSeconds };
    return [
      ...(await inSlices(workflowProblems(ctx, workflows, named))),
      ...(await inSlices(triggerProblems(ctx, triggers, { ...named, cron }))),
    ];
  }
}

/** Reads a saved query; one with faults is left out, because those are reported as its own. */
function queryIn(record: JsonObject): readonly NamedQuery[] {
  try {
    return [readSavedQuery(record, [])];
  } catch (error) {
    if (error instanceof DomainError) return [];
    throw error;
  }
}
