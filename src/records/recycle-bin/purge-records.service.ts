import { Injectable } from '@nestjs/common';
import type { MatchCommand } from '#core/requests/write-commands.js';
import type { RequestContext } from '#core/context/context.js';
import { PURGE } from '#core/changes/sources.js';
import { DomainError } from '#core/errors.js';
import { JsonText } from '#core/json/json.js';
import type { Transaction } from '#platform/database/transaction.js';
import { CascadeDelete } from '#records/deletes/cascade-delete.service.js';
import { DeleteRepository } from '#records/deletes/delete.repository.js';
import { deletedEntities } from '#records/deletes/delete-steps.service.js';
import { MatchRepository } from '#records/writes/match.repository.js';
import { WriteTransactions } from '#records/writes/write-transactions.service.js';
import { type StepOutcome } from '#records/writes/write-plan.js';
import { type WriteOutcome } from '#platform/operations/outcomes/outcome.js';
import { deletedRecords, type DeletedRecords } from './deleted-records.js';

/**
 * Removes deleted records for good, with what was deleted along with them, or nothing
 * (docs/interface/records.md#purge).
 */
@Injectable()
export class PurgeRecords {
  constructor(
    private readonly matches: MatchRepository,
    private readonly cascade: CascadeDelete,
    private readonly deletes: DeleteRepository,
    private readonly transactions: WriteTransactions,
  ) {}

  /** @throws {DomainError} DeleteBlocked, naming the records that still belong to these */
  purge(ctx: RequestContext, command: MatchCommand): Promise<WriteOutcome> {
    const deleted = deletedRecords(ctx, command);
    const { dryRun } = command.options;
    return this.transactions.execute(ctx, { kind: 'steps', dryRun, perform: (tx) => this.#purge(ctx, deleted, tx) });
  }

  /** Works as a hard delete without hooks: those were called when the records were deleted. */
  async #purge(ctx: RequestContext, { entity, matcher }: DeletedRecords, tx: Transaction): Promise<StepOutcome> {
    const { ids, faults } = await this.matches.lock(ctx, { entity, exclusive: true, rows: 'deleted' }, matcher, tx);
    if (faults.length > 0) throw new DomainError(...faults);
    const deletion = await this.cascade.follow(ctx, { entity, hard: true, ids: new Set(ids) }, tx);
    await this.cascade.requireUnblocked(ctx, deletion, tx);
    const { result, matched } = await this.deletes.apply(ctx, deletion, { tx, mode: 'store', source: PURGE });
    return { result: new JsonText(result), recordAffected: matched, written: deletedEntities(ctx, deletion) };
  }
}
