import { Injectable } from '@nestjs/common';
import { readInsert, readMatch, readUpdate, readUpsert, type ReadCommand } from '#core/requests/read-writes.js';
import type { WriteOptions } from '#core/requests/write-commands.js';
import type { RequestContext } from '#core/context/context.js';
import { DeleteRecords } from '#records/routes/delete-records.service.js';
import { InsertRecord } from '#records/routes/insert-record.service.js';
import { UpdateRecords } from '#records/routes/update-records.service.js';
import type { PreparedWrite } from '#records/writes/write-plan.js';
import { STEP_MEMBERS, type BatchStep } from '#records/core/batch/batch-command.js';
import { UpsertRecord } from './upsert-record.service.js';

/** A prepared step, and the lines that reading it adds to the answer's `Log`. */
export interface ReadStep {
  readonly write: PreparedWrite;
  readonly log: readonly string[];
}

/** Prepares a step of a batch by the rules of the same write in a request of its own. */
@Injectable()
export class PrepareStep {
  constructor(
    private readonly inserts: InsertRecord,
    private readonly updates: UpdateRecords,
    private readonly deletes: DeleteRecords,
    private readonly upserts: UpsertRecord,
  ) {}

  /** @throws {DomainError} UnknownEntity, ScopeNone and the like; further faults of the step cannot be found then */
  prepare(ctx: RequestContext, { operation, body }: BatchStep): ReadStep {
    switch (operation) {
      case 'Insert':
        return step(readInsert(ctx, body, STEP_MEMBERS), (command) => this.inserts.prepare(ctx, command));
      case 'Update':
        return step(readUpdate(ctx, body, STEP_MEMBERS), (command) => this.updates.prepare(ctx, command));
      case 'Delete':
        return step(readMatch(ctx, body, STEP_MEMBERS), (command) => this.deletes.prepare(ctx, command));
      case 'Upsert':
        return step(readUpsert(ctx, body, STEP_MEMBERS), (command) => this.upserts.prepare(ctx, command));
    }
  }
}

/** Refuses the option DryRun, which belongs to the whole batch. */
function step<C extends { readonly options: WriteOptions }>(
  { command, log }: ReadCommand<C>,
  prepare: (command: C) => PreparedWrite,
): ReadStep {
  const write = prepare(command);
  if (!command.options.dryRun) return { write, log };
  const message = 'DryRun is an option of the whole batch, not of a step.';
  const fault = { code: 'Validation', message, path: 'Options.DryRun' } as const;
  return { write: { ...write, faults: [...write.faults, fault] }, log };
}
