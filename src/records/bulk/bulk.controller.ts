import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { webcrypto } from 'node:crypto';
import { requireScopeAnywhere } from '#core/rights/access.js';
import type { RequestContext } from '#core/context/context.js';
import { JsonText } from '#core/json/json.js';
import { Config } from '#platform/process/config/config.js';
import { mayCreate } from '#platform/http/body-checks.js';
import { Context, LargeBody, type LargeBodyOf } from '#platform/http/decorators.js';
import type { Reply } from '#platform/http/reply.js';
import { Operations } from '#platform/operations/operations.js';
import { consumerOf } from '#platform/process/shares/permit.js';
import { BulkBody } from './bulk-body.js';
import { BulkInsertDocs } from './bulk.docs.js';
import { bulkResult, readBulkInsert } from './bulk-insert.dto.js';
import { BulkInsert } from './bulk-insert.service.js';
import { BulkShares } from './bulk-shares.js';
import { TimeSlicer } from '#platform/process/scheduling/time-slicer.js';
import type { BulkSummary } from './bulk-summary.js';

/** Route that creates many records of one entity (docs/interface/records.md#bulk-insert). */
@ApiTags('Records')
@Controller('api/v1/records')
export class BulkController {
  readonly #shares: BulkShares;

  constructor(
    private readonly operations: Operations,
    private readonly bulkInsert: BulkInsert,
    private readonly config: Config,
  ) {
    this.#shares = new BulkShares(config.bulk);
  }

  /** Creates the rows chunk by chunk, in one transaction, once the body has arrived. */
  @Post('bulk-insert')
  @HttpCode(200)
  @BulkInsertDocs()
  async insert(@Context('write') ctx: RequestContext, @LargeBody() bodyOf: LargeBodyOf): Promise<Reply> {
    const { bodyLimitBytes: limitBytes, timeoutMs: receiveMs } = this.config.bulk;
    const source = bodyOf({ limitBytes, receiveMs, minBytesPerSecond: this.config.http.bodyMinRate });
    requireScopeAnywhere(ctx, 'create');
    const slicer = new TimeSlicer(receiveMs);
    const checkHead = (head: Buffer): void => mayCreate(ctx, head, {});
    return this.#shares.withPermit(consumerOf(ctx), source, checkHead, (bytes) => this.#insert(ctx, bytes, slicer));
  }

  async #insert(ctx: RequestContext, bytes: Buffer | undefined, slicer: TimeSlicer): Promise<Reply> {
    const text = ctx.preferences.idempotencyKey === undefined ? '' : await digestOf(bytes);
    return this.operations.runInline(ctx, 'bulk-insert', text, async (submitted) => {
      const body = await BulkBody.read(bytes, this.config.http.bodyLimitBytes, slicer);
      const { command, log } = readBulkInsert(submitted, body);
      submitted.submission?.noteLog(log);
      const resultOf = (summary: BulkSummary): JsonText =>
        new JsonText(JSON.stringify(bulkResult(summary, command.options)));
      return this.bulkInsert.insert(submitted, command, slicer, resultOf);
    });
  }
}

/** Digest of a large body, computed outside the event loop. */
async function digestOf(bytes: Buffer | undefined): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes ?? Buffer.alloc(0))).toString('base64url');
}
