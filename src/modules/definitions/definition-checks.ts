import { Injectable } from '@nestjs/common';
import type { DefinitionProblem } from '../../core/definition-checks/definition-problem.js';
import type { RequestContext } from '../../core/context.js';
import { gathered } from '../../core/steps.js';
import { PlatformDatabase, type Query } from '../../platform/database/platform-database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { inSlices } from '../../platform/scheduling/time-slicer.js';
import { queryOn } from '../schema-migration/index.js';

/**
 * Checks all stored definitions of its kinds against the catalogue of `ctx`, which may be the uncommitted one of a
 * transaction. It reads them with `query`, which sees what that transaction has written.
 */
export type DefinitionCheck = (ctx: RequestContext, query: Query) => Promise<readonly DefinitionProblem[]>;

/** Remarks on a written definition that is valid, for the `Log` of its writer. @param id of the definition */
export type DefinitionRemarks = (ctx: RequestContext, id: string) => readonly string[];

/** Registry of definition checks; modules register checks for the kinds of definitions that they own. */
@Injectable()
export class DefinitionChecks {
  readonly #checks: DefinitionCheck[] = [];
  readonly #remarks: DefinitionRemarks[] = [];

  constructor(private readonly platform: PlatformDatabase) {}

  register(check: DefinitionCheck): void {
    this.#checks.push(check);
  }

  registerRemarks(remarks: DefinitionRemarks): void {
    this.#remarks.push(remarks);
  }

  /** Finds the remarks on written definitions. @param ctx with the catalogue that holds them */
  remarksOn(ctx: RequestContext, ids: Iterable<string>): Promise<readonly string[]> {
    return inSlices(gathered(ids, (id) => this.#remarks.flatMap((remarks) => remarks(ctx, id))));
  }

  /** Finds the problems of the definitions. @param tx transaction that is about to change them; absent: as committed */
  async problems(ctx: RequestContext, tx?: Transaction): Promise<readonly DefinitionProblem[]> {
    const query: Query = tx ? queryOn(ctx, tx) : (text, values) => this.platform.repeatable(text, values);
    const found: DefinitionProblem[] = [];
    for (const check of this.#checks) for (const problem of await check(ctx, query)) found.push(problem);
    return found;
  }
}
