import { Injectable } from '@nestjs/common';
import { requireScope } from '../../core/access.js';
import { requireWritable } from '../../core/catalogue/writable.js';
import type { RequestContext } from '../../core/context.js';
import type { WhereClause } from '../../core/criteria/where-clause.js';
import { Faults, type Fault } from '../../core/errors.js';
import { JsonText } from '../../core/json/json.js';
import { Database } from '../../platform/database/database.js';
import { DeleteSteps } from './delete-steps.service.js';
import { matcherOf } from '../../core/writes/match-records.js';
import { WriteEndings } from './write-endings.js';
import type { WriteOptions, WriteOutcome } from './write-outcome.js';

/** Which records to delete. */
export interface DeleteCommand {
  readonly entityName: string;
  readonly where: WhereClause | undefined;
  readonly options: WriteOptions;
  /** What is wrong with the body's shape. */
  readonly shapeFaults: readonly Fault[];
}

/** Deletes every record that matches a where-clause and what cascades from it: all or nothing (contract §4, delete). */
@Injectable()
export class DeleteRecords {
  constructor(
    private readonly database: Database,
    private readonly steps: DeleteSteps,
    private readonly endings: WriteEndings,
  ) {}

  /** @throws {DomainError} OutOfScope, DeleteBlocked and whatever else is wrong */
  async run(ctx: RequestContext, command: DeleteCommand): Promise<WriteOutcome> {
    const entity = ctx.catalogue.entity(command.entityName);
    requireScope(ctx, entity, 'delete');
    requireWritable(entity);
    const faults = new Faults();
    faults.list.push(...command.shapeFaults);
    const matcher = matcherOf(ctx, entity, command, faults);
    faults.throwIfAny();
    const { result, matched } = await this.database.transaction(ctx, async (tx) => {
      if (command.options.dryRun) tx.rollbackOnly();
      const deleted = await this.steps.run(ctx, entity, matcher, tx);
      await this.endings.run(ctx, deleted.written, tx);
      return deleted;
    });
    return { result: new JsonText(result), recordAffected: matched };
  }
}
