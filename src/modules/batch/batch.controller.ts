import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { readUpsert } from '../../core/requests/read-writes.js';
import type { RequestContext } from '../../core/context.js';
import type { JsonValue } from '../../core/json/json.js';
import { Context, JsonBody } from '../../platform/http/decorators.js';
import type { Reply } from '../../platform/http/reply.js';
import type { WriteResult } from '../../platform/outcomes/outcome.js';
import { Operations } from '../../platform/operations/operations.js';
import { BatchDocs, UpsertDocs } from './batch.docs.js';
import { batchResult, readBatch } from './batch.dto.js';
import { RunBatch } from './run-batch.service.js';
import { UpsertRecord } from './upsert-record.service.js';

/** Writes that are made of others (contract §4). */
@ApiTags('Records')
@Controller('api/v1/records')
export class BatchController {
  constructor(
    private readonly operations: Operations,
    private readonly upsertRecord: UpsertRecord,
    private readonly runBatch: RunBatch,
  ) {
    operations.handle('upsert', (ctx, body) => this.#upsert(ctx, body));
    operations.handle('batch', (ctx, body) => this.#batch(ctx, body));
  }

  /** Changes the record with these values of a unique rule, or creates one. */
  @Post('upsert')
  @HttpCode(200)
  @UpsertDocs()
  upsert(@Context('write') ctx: RequestContext, @JsonBody() body: JsonValue | undefined): Promise<Reply> {
    return this.operations.submit(ctx, 'upsert', body);
  }

  /** Runs several writes, all or none of them or each by itself. */
  @Post('batch')
  @HttpCode(200)
  @BatchDocs()
  batch(@Context('write') ctx: RequestContext, @JsonBody() body: JsonValue | undefined): Promise<Reply> {
    return this.operations.submit(ctx, 'batch', body);
  }

  async #upsert(ctx: RequestContext, body: JsonValue | undefined): Promise<WriteResult> {
    const { command, log } = readUpsert(ctx, body);
    ctx.submission?.noteLog(log);
    const { result, recordAffected } = await this.upsertRecord.upsert(ctx, command);
    return { result, recordAffected, log };
  }

  async #batch(ctx: RequestContext, body: JsonValue | undefined): Promise<WriteResult> {
    const { command, log } = readBatch(ctx, body);
    return this.runBatch.execute(ctx, command, log, batchResult);
  }
}
