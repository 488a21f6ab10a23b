import { Injectable } from '@nestjs/common';
import type { DefinitionSet } from '#core/catalogue/definition.js';
import type { DefinitionProblem } from '#definitions/core/checks/definition-problem.js';
import { SelectiveCheck } from '#definitions/core/checks/selective-check.js';
import type { RequestContext } from '#core/context/context.js';
import { gathered } from '#core/steps.js';
import { PlatformDatabase, type Query } from '#platform/database/platform-database.js';
import type { Transaction } from '#platform/database/transaction.js';
import { inSlices } from '#platform/process/scheduling/time-slicer.js';
import { queryOn } from '#definitions/migration/transaction-query.js';

/** Definitions under check, with the catalogue that is built from them; they may be the uncommitted ones of a transaction. */
export interface CheckedDefinitions {
  readonly ctx: RequestContext;
  readonly definitions: DefinitionSet;
  /** Checks of them only those whose problems can have changed since the last time. */
  readonly check: SelectiveCheck;
  /** Reads names of records that are no definitions; it sees what the transaction has written. */
  readonly query: Query;
}

/** Finds the problems of all definitions of its kinds. */
export type DefinitionCheck = (checked: CheckedDefinitions) => Promise<readonly DefinitionProblem[]>;

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
  async problems(
    ctx: RequestContext,
    definitions: DefinitionSet,
    tx?: Transaction,
  ): Promise<readonly DefinitionProblem[]> {
    const query: Query = tx ? queryOn(ctx, tx) : (text, values) => this.platform.repeatable(text, values);
    const found: DefinitionProblem[] = [];
    const checked = { ctx, definitions, check: new SelectiveCheck(ctx, definitions.parts), query };
    for (const check of this.#checks) for (const problem of await check(checked)) found.push(problem);
    return found;
  }
}
