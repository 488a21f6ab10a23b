import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CallerWrite, Entity } from '#core/catalogue/entity.js';
import { returnsIdOnly, type RequestContext } from '#core/context/context.js';
import { DomainError, type Fault } from '#core/errors.js';
import { isObject, JsonNumber, type JsonObject, type JsonValue } from '#core/json/json.js';
import { readInsert, readMatch, readUpdate } from '#core/requests/read-writes.js';
import type { WriteOptions } from '#core/requests/write-commands.js';
import { requireActionWrite, requireActionWrites } from '#automation/core/workflows/written-entities.js';
import type { Transaction } from '#platform/database/transaction.js';
import {
  DeleteRecords,
  InsertRecord,
  UpdateRecords,
  InsertRepository,
  type PreparedWrite,
  type StepOutcome,
} from '#records/index.js';
import { ActionHandlers } from '#automation/runs/action-handlers.js';
import type { StepCall, WriteStep } from '#automation/runs/action-handler.js';
import { membersOf, stepOutput } from './step-output.js';
import { tokenObjectFaults } from '#automation/core/runs/token-objects.js';

const MEMBERS = ['EntityName', 'Fields', 'WhereClause', 'Options'];

type Body = StepCall['body'];
type OutputOf = (outcome: StepOutcome, tx: Transaction) => Promise<JsonValue>;

/** Executes InsertRecord, UpdateRecords and DeleteRecords by the rules of the same writes in requests. */
@Injectable()
export class WriteRecordsHandler implements OnModuleInit {
  constructor(
    private readonly handlers: ActionHandlers,
    private readonly inserts: InsertRecord,
    private readonly updates: UpdateRecords,
    private readonly deletes: DeleteRecords,
    private readonly inserted: InsertRepository,
  ) {}

  onModuleInit(): void {
    this.handlers.register('InsertRecord', { prepare: (call) => this.#insert(call) });
    this.handlers.register('UpdateRecords', { prepare: (call) => this.#update(call) });
    this.handlers.register('DeleteRecords', { prepare: ({ ctx, body }) => this.#delete(ctx, body) });
  }

  #insert(call: StepCall): WriteStep {
    const { ctx, body } = call;
    const { command } = readInsert(ctx, membersOf(body, MEMBERS));
    requireWritten(call, ctx.catalogue.entity(command.entityName), 'create');
    const insert = this.inserts.prepare(ctx, command);
    const { entity, draft } = insert;
    const record: OutputOf = async ({ result }, tx) => {
      if (!returnsIdOnly(ctx)) return stepOutput(result.text);
      return stepOutput(await this.inserted.stored(ctx, entity, draft.groups[0].rows[0].id, tx));
    };
    return stepOf(insert, command.options, record);
  }

  #update(call: StepCall): WriteStep {
    const { ctx, body } = call;
    const { command } = readUpdate(ctx, membersOf(body, MEMBERS));
    requireWritten(call, ctx.catalogue.entity(command.entityName), 'update');
    return stepOf(this.updates.prepare(ctx, command), command.options, changedRecords);
  }

  #delete(ctx: RequestContext, body: Body): WriteStep {
    const { command } = readMatch(ctx, membersOf(body, MEMBERS));
    requireActionWrite(ctx.catalogue.entity(command.entityName), 'delete');
    return stepOf(this.deletes.prepare(ctx, command), command.options, changedRecords);
  }
}

/** @throws {DomainError} Validation for an entity that actions may not write so, and for tokens that would */
function requireWritten({ action, body }: StepCall, entity: Entity, write: CallerWrite): void {
  requireActionWrite(entity, write);
  const faults = [...tokenObjectFaults(entity, action.body.Fields ?? null, body.Fields ?? null)];
  if (faults.length > 0) throw new DomainError(...faults);
}

/** @throws {DomainError} with all faults that are known before the transaction */
function stepOf({ faults, execute }: PreparedWrite, options: WriteOptions, outputOf: OutputOf): WriteStep {
  const all = [...faults, ...optionFaults(options)];
  if (all.length > 0) throw new DomainError(...all);
  const perform: WriteStep['perform'] = async (tx) => {
    const outcome = await execute({ tx, mode: 'store' });
    requireActionWrites(outcome.written);
    return { output: await outputOf(outcome, tx), written: outcome.written };
  };
  return { kind: 'write', perform };
}

const optionFaults = ({ dryRun }: WriteOptions): readonly Fault[] =>
  dryRun ? [{ code: 'Validation', message: 'An action has no DryRun.', path: 'Options.DryRun' }] : [];

const changedRecords: OutputOf = async ({ result, recordAffected }) => {
  const records = stepOutput(result.text);
  return {
    RecordAffected: new JsonNumber(String(recordAffected)),
    Records: Array.isArray(records) ? records.filter(isObject).map(versionOf) : [],
  };
};

const versionOf = ({ Id = null, RowVersion = null }: JsonObject): JsonObject => ({ Id, RowVersion });
