import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import { JsonText, writeJson, type JsonObject } from '#core/json/json.js';
import type { InsertCommand } from '#core/requests/write-commands.js';
import type { WriteOutcome } from '#platform/operations/outcomes/outcome.js';
import { InsertRecord } from '#records/index.js';
import { blueprintFault } from '#lifecycle/core/blueprints/blueprint-faults.js';

/** A lifecycle to create, as the insert of a `Lifecycle` with children, and the answer, in which every id is known. */
export interface BlueprintCommand extends InsertCommand {
  readonly answer: JsonObject;
}

/** Creates a lifecycle with its statuses and transitions by the ordinary insert of a `Lifecycle` with children. */
@Injectable()
export class CreateBlueprint {
  constructor(private readonly records: InsertRecord) {}

  /** @throws {DomainError} with all faults, whose paths are those of the blueprint */
  async create(ctx: RequestContext, command: BlueprintCommand): Promise<WriteOutcome> {
    ctx.submission?.runInline();
    try {
      return await this.records.insert(ctx, command, new JsonText(writeJson(command.answer)));
    } catch (error) {
      throw error instanceof DomainError ? new DomainError(error.faults.map(blueprintFault)) : error;
    }
  }
}
