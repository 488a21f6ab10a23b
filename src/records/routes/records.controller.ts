import { Controller, Delete, HttpCode, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { namingFaults } from '#records/core/drafts/named-faults.js';
import { readDelete, readInsert, readUpdate } from '#core/requests/read-writes.js';
import type { RequestContext } from '#core/context/context.js';
import type { JsonValue } from '#core/json/json.js';
import { mayCreate, mayDelete, mayUpdate } from '#platform/http/body-checks.js';
import { Context, JsonBody } from '#platform/http/decorators.js';
import type { Reply } from '#platform/http/reply.js';
import { Operations } from '#platform/operations/operations.js';
import { DeleteRecords } from './delete-records.service.js';
import { InsertRecord } from './insert-record.service.js';
import { UpdateRecords } from './update-records.service.js';
import { DeleteDocs, InsertDocs, UpdateDocs } from './write.docs.js';

/** Routes that create, change and delete records of every entity (docs/interface/records.md#insert). */
@ApiTags('Records')
@Controller('api/v1/records')
export class RecordsController {
  constructor(
    private readonly operations: Operations,
    insertRecord: InsertRecord,
    updateRecords: UpdateRecords,
    deleteRecords: DeleteRecords,
  ) {
    operations.handle('insert', readInsert, (ctx, command) =>
      namingFaults(ctx.catalogue, command, () => insertRecord.insert(ctx, command)),
    );
    operations.handle('update', readUpdate, (ctx, command) =>
      namingFaults(ctx.catalogue, command, () => updateRecords.update(ctx, command)),
    );
    operations.handle('delete', readDelete, (ctx, command) => deleteRecords.delete(ctx, command));
  }

  /** Creates one record with its children and lookups in one transaction. */
  @Post('insert')
  @HttpCode(200)
  @InsertDocs()
  insert(@Context('write') ctx: RequestContext, @JsonBody(mayCreate) body: JsonValue | undefined): Promise<Reply> {
    return this.operations.submit(ctx, 'insert', body);
  }

  /** Sets the listed fields on every record that matches. */
  @Put('update')
  @UpdateDocs()
  update(@Context('write') ctx: RequestContext, @JsonBody(mayUpdate) body: JsonValue | undefined): Promise<Reply> {
    return this.operations.submit(ctx, 'update', body);
  }

  /** Deletes every record that matches; children cascade or block as their relation says. */
  @Delete('delete')
  @DeleteDocs()
  delete(@Context('write') ctx: RequestContext, @JsonBody(mayDelete) body: JsonValue | undefined): Promise<Reply> {
    return this.operations.submit(ctx, 'delete', body);
  }
}
