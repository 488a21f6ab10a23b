import { Injectable } from '@nestjs/common';
import { requireScope } from '../../core/access.js';
import type { Entity, HookEvent } from '../../core/catalogue/entity.js';
import { requireWritable } from '../../core/catalogue/writable.js';
import type { RequestContext } from '../../core/context.js';
import type { WhereClause } from '../../core/criteria/where-clause.js';
import { Faults, type Fault } from '../../core/errors.js';
import { JsonText } from '../../core/json/json.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { CascadeDelete } from './cascade-delete.service.js';
import { DeleteRepository, type Deleted } from './delete.repository.js';
import { matcherOf, type Matcher } from '../../core/writes/match-records.js';
import { RecordHooks } from './record-hooks.js';
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
    private readonly deletes: DeleteRepository,
    private readonly cascade: CascadeDelete,
    private readonly hooks: RecordHooks,
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
    const { result, matched } = await this.database.transaction(ctx, (tx) => {
      if (command.options.dryRun) tx.rollbackOnly();
      return this.#steps(ctx, entity, matcher, tx);
    });
    return { result: new JsonText(result), recordAffected: matched };
  }

  /** Lock before look: what is found after a lock is held stays as it is until the end. */
  async #steps(ctx: RequestContext, entity: Entity, matcher: Matcher, tx: Transaction): Promise<Deleted> {
    const ids = await this.deletes.lockMatched(ctx, entity, matcher, tx);
    await this.#runHooks(ctx, entity, tx, 'BeforeDelete');
    const deletion = await this.cascade.follow(ctx, { entity, hard: !entity.softDelete, ids: new Set(ids) }, tx);
    const deleted = await this.deletes.apply(ctx, deletion, tx);
    await this.#runHooks(ctx, entity, tx, 'AfterDelete');
    return deleted;
  }

  async #runHooks(ctx: RequestContext, entity: Entity, tx: Transaction, event: HookEvent): Promise<void> {
    if (this.hooks.has(entity, event)) await this.hooks.run({ ctx, entity, event, values: new Map(), tx });
  }
}
