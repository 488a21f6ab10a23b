import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { namingFaults } from '#records/core/drafts/named-faults.js';
import { readUpsert } from '#core/requests/read-writes.js';
import type { RequestContext } from '#core/context/context.js';
import type { JsonValue } from '#core/json/json.js';
import { mayUpsert } from '#platform/http/body-checks.js';
import { Context, JsonBody } from '#platform/http/decorators.js';
import type { Reply } from '#platform/http/reply.js';
import { Operations } from '#platform/operations/operations.js';
import { BatchDocs, UpsertDocs } from './batch.docs.js';
import { batchResult, readBatch } from './batch.dto.js';
import { RunBatch } from './run-batch.service.js';
import { UpsertRecord } from './upsert-record.service.js';

/** Routes of writes that are made of others (docs/interface/records.md#batch, docs/interface/records.md#upsert). */
@ApiTags('Records')
@Controller('api/v1/records')
export class BatchController {
  constructor(
    private readonly operations: Operations,
    upsertRecord: UpsertRecord,
    runBatch: RunBatch,
  ) {
    operations.handle('upsert', readUpsert, (ctx, command) =>
      namingFaults(ctx.catalogue, command, () => upsertRecord.upsert(ctx, command)),
    );
    operations.handle('batch', readBatch, (ctx, command) => runBatch.execute(ctx, command, batchResult));
  }

  /** Changes the record with these values of a unique rule, or creates one. */
  @Post('upsert')
  @HttpCode(200)
  @UpsertDocs()
  upsert(@Context('write') ctx: RequestContext, @JsonBody(mayUpsert) body: JsonValue | undefined): Promise<Reply> {
    return this.operations.submit(ctx, 'upsert', body);
  }

  /** Runs several writes, all or none of them or each by itself. */
  @Post('batch')
  @HttpCode(200)
  @BatchDocs()
  batch(@Context('write') ctx: RequestContext, @JsonBody() body: JsonValue | undefined): Promise<Reply> {
    return this.operations.submit(ctx, 'batch', body);
  }
}
