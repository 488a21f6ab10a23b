import { Injectable } from '@nestjs/common';
import { Definition } from '#core/catalogue/definition.js';
import type { RequestContext } from '#core/context/context.js';
import type { DescribedDefinitions } from '#openapi/core/describe-environment.js';
import type { DescribedQuery } from '#openapi/core/query-schemas.js';
import { DomainError } from '#core/errors.js';
import type { JsonObject } from '#core/json/json.js';
import { readRoutine } from '#routines/core/routine.js';
import { RegisteredActions } from '#automation/index.js';
import { StoredDefinitions } from '#definitions/index.js';
import { readSavedQuery } from '#queries/index.js';

/** Reads the definitions that descriptions show and catalogues do not hold. */
@Injectable()
export class ReadDescribedDefinitions {
  constructor(
    private readonly definitions: StoredDefinitions,
    private readonly actions: RegisteredActions,
  ) {}

  /** Reads all saved queries, lists and routines of an environment, whoever may use them. */
  async read(ctx: RequestContext): Promise<DescribedDefinitions> {
    const [queries, lists, routines] = await Promise.all(
      ['SavedQuery', 'List', 'DatabaseObject'].map((name) => this.definitions.read(ctx, name)),
    );
    return {
      queries: queries.flatMap((record) => validQuery(record) ?? []),
      lists: lists.map((record) => {
        const list = new Definition(record);
        const entityName = list.text('EntityName');
        return { name: list.text('Name') ?? '', ...(entityName !== undefined && { entityName }) };
      }),
      actions: this.actions.all,
      routines: routines.map((record) => readRoutine(record).routine),
    };
  }
}

/** Reads a query; one that became invalid, as by an upgrade, is left out like those that nobody can run. */
function validQuery(record: JsonObject): DescribedQuery | undefined {
  try {
    return readSavedQuery(record, []);
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}
