import { Controller, Delete, HttpCode, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { readDelete, readInsert, readUpdate, type ReadCommand } from '../../core/requests/read-writes.js';
import type { RequestContext } from '../../core/context.js';
import type { JsonValue } from '../../core/json/json.js';
import { Context, JsonBody } from '../../platform/http/decorators.js';
import type { Reply } from '../../platform/http/reply.js';
import type { WriteResult } from '../../platform/outcomes/outcome.js';
import { Operations } from '../../platform/operations/operations.js';
import { DeleteRecords } from './delete-records.service.js';
import { InsertRecord } from './insert-record.service.js';
import { UpdateRecords } from './update-records.service.js';
import { DeleteDocs, InsertDocs, UpdateDocs } from './write.docs.js';
import type { WriteOutcome } from '../writes/index.js';

/** Create, change and delete records of every entity (interface §4.1). */
@ApiTags('Records')
@Controller('api/v1/records')
export class RecordsController {
  constructor(
    private readonly operations: Operations,
    insertRecord: InsertRecord,
    updateRecords: UpdateRecords,
    deleteRecords: DeleteRecords,
  ) {
    operations.handle('insert', (ctx, body) =>
      done(ctx, readInsert(ctx, body), (each) => insertRecord.insert(ctx, each)),
    );
    operations.handle('update', (ctx, body) =>
      done(ctx, readUpdate(ctx, body), (each) => updateRecords.update(ctx, each)),
    );
    operations.handle('delete', (ctx, body) =>
      done(ctx, readDelete(ctx, body), (each) => deleteRecords.delete(ctx, each)),
    );
  }

  /** Creates one record with its children and lookups in one transaction. */
  @Post('insert')
  @HttpCode(200)
  @InsertDocs()
  insert(@Context('write') ctx: RequestContext, @JsonBody() body: JsonValue | undefined): Promise<Reply> {
    return this.operations.submit(ctx, 'insert', body);
  }

  /** Sets the listed fields on every record that matches. */
  @Put('update')
  @UpdateDocs()
  update(@Context('write') ctx: RequestContext, @JsonBody() body: JsonValue | undefined): Promise<Reply> {
    return this.operations.submit(ctx, 'update', body);
  }

  /** Deletes every record that matches; children cascade or block as their relation says. */
  @Delete('delete')
  @DeleteDocs()
  delete(@Context('write') ctx: RequestContext, @JsonBody() body: JsonValue | undefined): Promise<Reply> {
    return this.operations.submit(ctx, 'delete', body);
  }
}

/** Runs what was read, and answers with what was ignored in reading. */
async function done<C>(
  ctx: RequestContext,
  { command, log }: ReadCommand<C>,
  run: (command: C) => Promise<WriteOutcome>,
): Promise<WriteResult> {
  ctx.submission?.noteLog(log);
  const { result, recordAffected } = await run(command);
  return { result, recordAffected, log };
}
