import { Controller, Delete, HttpCode, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { readDelete, readInsert, readUpdate, type ReadCommand } from '../../core/commands/read-writes.js';
import type { RequestContext } from '../../core/context.js';
import type { JsonValue } from '../../core/json/json.js';
import { Context, JsonBody } from '../../platform/http/decorators.js';
import { Reply } from '../../platform/http/reply.js';
import { DeleteRecords } from './delete-records.service.js';
import { InsertRecord } from './insert-record.service.js';
import { UpdateRecords } from './update-records.service.js';
import { DeleteDocs, InsertDocs, UpdateDocs } from './write-docs.dto.js';
import type { WriteOutcome } from './write-outcome.js';

/** Create, change and delete records of every entity (interface §4.1). */
@ApiTags('Records')
@Controller('api/v1/records')
export class RecordsController {
  constructor(
    private readonly insertRecord: InsertRecord,
    private readonly updateRecords: UpdateRecords,
    private readonly deleteRecords: DeleteRecords,
  ) {}

  /** Creates one record with its children and lookups in one transaction. */
  @Post('insert')
  @HttpCode(200)
  @InsertDocs()
  insert(@Context('write') ctx: RequestContext, @JsonBody() body: JsonValue | undefined): Promise<Reply> {
    return this.#answer(readInsert(ctx, body), (command) => this.insertRecord.run(ctx, command));
  }

  /** Sets the listed fields on every record that matches. */
  @Put('update')
  @UpdateDocs()
  update(@Context('write') ctx: RequestContext, @JsonBody() body: JsonValue | undefined): Promise<Reply> {
    return this.#answer(readUpdate(ctx, body), (command) => this.updateRecords.run(ctx, command));
  }

  /** Deletes every record that matches; children cascade or block as their relation says. */
  @Delete('delete')
  @DeleteDocs()
  delete(@Context('write') ctx: RequestContext, @JsonBody() body: JsonValue | undefined): Promise<Reply> {
    return this.#answer(readDelete(ctx, body), (command) => this.deleteRecords.run(ctx, command));
  }

  async #answer<C>({ command, log }: ReadCommand<C>, run: (command: C) => Promise<WriteOutcome>): Promise<Reply> {
    const { result, recordAffected } = await run(command);
    return new Reply({ result, recordAffected, log });
  }
}
