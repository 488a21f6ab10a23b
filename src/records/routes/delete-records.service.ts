import { Injectable } from '@nestjs/common';
import type { MatchCommand } from '#core/requests/write-commands.js';
import { requireScope } from '#core/rights/access.js';
import { requireWritable } from '#core/catalogue/writable.js';
import type { RequestContext } from '#core/context/context.js';
import { DomainError, Faults } from '#core/errors.js';
import type { Transaction } from '#platform/database/transaction.js';
import { DeleteSteps } from '#records/deletes/delete-steps.service.js';
import { type Matcher, matcherOf } from '#records/core/matching/match-records.js';
import type { PreparedWrite, StepOutcome } from '#records/writes/write-plan.js';
import { type WriteOutcome } from '#platform/operations/outcomes/outcome.js';
import { WriteTransactions } from '#records/writes/write-transactions.service.js';

/**
 * Deletes every record that matches a where-clause and what cascades from it, or nothing
 * (docs/interface/records.md#delete).
 */
@Injectable()
export class DeleteRecords {
  constructor(
    private readonly steps: DeleteSteps,
    private readonly transactions: WriteTransactions,
  ) {}

  /** @throws {DomainError} OutOfScope, DeleteBlocked and other faults */
  async delete(ctx: RequestContext, command: MatchCommand): Promise<WriteOutcome> {
    const { entity, faults, matcher } = this.#read(ctx, command);
    if (faults.length > 0) throw new DomainError(...faults);
    const { dryRun } = command.options;
    const perform = async (tx: Transaction): Promise<StepOutcome> => {
      const answersRecords = ctx.preferences.returnsRecords === true;
      const made = await this.steps.delete(ctx, entity, matcher, { tx, mode: 'store' }, answersRecords);
      return { ...made, result: made.records ?? made.result };
    };
    return this.transactions.execute(ctx, { kind: 'steps', dryRun, perform });
  }

  /** @throws {DomainError} UnknownEntity, ScopeNone and the like; further faults cannot be found then */
  prepare(ctx: RequestContext, command: MatchCommand): PreparedWrite {
    const { entity, faults, matcher } = this.#read(ctx, command);
    return { entity, faults, execute: (place) => this.steps.delete(ctx, entity, matcher, place) };
  }

  #read(
    ctx: RequestContext,
    command: MatchCommand,
  ): Pick<PreparedWrite, 'entity' | 'faults'> & { readonly matcher: Matcher } {
    const entity = ctx.catalogue.entity(command.entityName);
    requireScope(ctx, entity, 'delete');
    requireWritable(entity, 'delete');
    const faults = new Faults();
    faults.push(...command.shapeFaults);
    const matcher = matcherOf(ctx, entity, command, faults);
    return { entity, faults: faults.list, matcher };
  }
}
