import { Injectable } from '@nestjs/common';
import type { DefinitionSet } from '#core/catalogue/definition.js';
import type { RequestContext } from '#core/context/context.js';
import { definitionProblems } from '#definitions/core/checks/check-definitions.js';
import type { DefinitionProblem } from '#definitions/core/checks/definition-problem.js';
import { inSlices } from '#platform/process/scheduling/time-slicer.js';
import type { Transaction } from '#platform/database/transaction.js';
import { MissingHandlers } from './missing-handlers.service.js';
import { Config } from '#platform/process/config/config.js';
import { hostProblems } from './host-problems.js';
import { DefinitionChecks } from './definition-checks.js';
import { handlerProblems } from '#definitions/core/apply/handler-problems.js';

/** Finds all problems of an environment's definitions. */
@Injectable()
export class FindProblems {
  constructor(
    private readonly checks: DefinitionChecks,
    private readonly handlers: MissingHandlers,
    private readonly config: Config,
  ) {}

  /** Finds the remarks on written definitions. @param ctx with the catalogue built from the definitions */
  remarksOn(ctx: RequestContext, ids: Iterable<string>): Promise<readonly string[]> {
    return this.checks.remarksOn(ctx, ids);
  }

  /**
   * @param ctx with the catalogue built from the definitions.
   * @param tx transaction that is about to change them; absent: they are the committed ones.
   */
  async find(ctx: RequestContext, definitions: DefinitionSet, tx?: Transaction): Promise<readonly DefinitionProblem[]> {
    return [
      ...(await inSlices(definitionProblems(ctx, definitions))),
      ...handlerProblems(definitions, {
        hooks: this.handlers.names('hook'),
        afterCommit: this.handlers.names('afterCommit'),
      }),
      ...hostProblems(definitions, this.config.outbound.allowedHosts),
      ...(await this.checks.problems(ctx, definitions, tx)),
    ];
  }
}
