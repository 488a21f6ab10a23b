import { Injectable } from '@nestjs/common';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import type { DefinitionDifference } from '#definitions/core/documents/definition-difference.js';
import { riskOf } from '#definitions/core/documents/difference-risks.js';
import type { EnvironmentFile } from '#definitions/core/documents/environment-file.js';
import type { EnvironmentDefinitions } from '#definitions/core/documents/environment-definitions.js';
import { DomainError } from '#core/errors.js';
import { mapped } from '#core/steps.js';
import { inSlices } from '#platform/process/scheduling/time-slicer.js';
import { MissingHandlers } from '#definitions/checks/missing-handlers.service.js';
import { missingHandlerFaults } from '#definitions/core/documents/missing-handler-faults.js';
import { compareEnvironment, versionOf } from './compare-environment.js';
import { StoredEnvironments } from './stored-environments.repository.js';

/** A change that a document makes, with its risk for stored records. */
export interface PlannedChange extends DefinitionDifference {
  readonly risk?: string;
  /** Number of records that the risk concerns, deleted ones included. */
  readonly rows?: number;
}

/** Effect of a document on an environment. */
export interface EnvironmentPlan {
  /** Version of the environment for which the plan holds. */
  readonly version: string;
  readonly changes: readonly PlannedChange[];
}

/** Plans what a document changes. Reads only, and locks nothing (decision 0300). */
@Injectable()
export class PlanEnvironment {
  constructor(
    private readonly environments: StoredEnvironments,
    private readonly handlers: MissingHandlers,
  ) {}

  /** @throws {DomainError} with all faults of the document */
  async plan(ctx: RequestContext, file: EnvironmentFile): Promise<EnvironmentPlan> {
    const stored = await this.environments.read(ctx);
    const { differences, faults: found } = await compareEnvironment(ctx, file, stored);
    const faults = [...found, ...missingHandlerFaults(differences, (kind) => this.handlers.names(kind))];
    if (faults.length > 0) throw new DomainError(...faults);
    return { version: await versionOf(stored), changes: await this.#withRisks(ctx, differences, stored) };
  }

  async #withRisks(
    ctx: RequestContext,
    differences: readonly DefinitionDifference[],
    stored: EnvironmentDefinitions,
  ): Promise<readonly PlannedChange[]> {
    const risks = await inSlices(mapped(differences, (difference) => riskOf(difference, stored)));
    const entities = new Set<Entity>();
    for (const risk of risks) {
      const entity = ctx.catalogue.find(risk?.entityName ?? '');
      if (entity) entities.add(entity);
    }
    const counts = await this.environments.counts(ctx, [...entities]);
    return differences.map((difference, i) => {
      const risk = risks[i];
      if (!risk) return difference;
      if (risk.entityName === undefined) return { ...difference, risk: risk.message };
      const rows = counts.get(risk.entityName);
      return rows === undefined ? difference : { ...difference, risk: risk.message, rows };
    });
  }
}
