import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { webcrypto } from 'node:crypto';
import type { RequestContext } from '../../core/context.js';
import { JsonText } from '../../core/json/json.js';
import { Config } from '../../platform/config/config.js';
import type { BodySource } from '../../platform/http/body.js';
import { Context, LargeBody, type LargeBodyOf } from '../../platform/http/decorators.js';
import type { Reply } from '../../platform/http/reply.js';
import { Operations } from '../../platform/operations/operations.js';
import { BulkBody } from './bulk-body.js';
import { BulkInsertDocs } from './bulk-docs.dto.js';
import { bulkResult, readBulkInsert } from './bulk-insert.dto.js';
import { BulkInsert } from './bulk-insert.service.js';
import { Pace } from './pace.js';
import type { Tally } from './tally.js';
import { Turns } from './turns.js';

/** How long a call waits for its turn. */
const TURN_WAIT_MS = 10_000;

/** Create many records of one entity (interface §4.1). */
@ApiTags('Records')
@Controller('api/v1/records')
export class BulkController {
  readonly #turns: Turns;

  constructor(
    private readonly operations: Operations,
    private readonly bulkInsert: BulkInsert,
    private readonly config: Config,
  ) {
    this.#turns = new Turns(config.bulk.calls, TURN_WAIT_MS);
  }

  /** Creates the rows batch by batch, in one transaction. The body is received when it is the call's turn. */
  @Post('bulk-insert')
  @HttpCode(200)
  @BulkInsertDocs()
  async insert(@Context('write') ctx: RequestContext, @LargeBody() bodyOf: LargeBodyOf): Promise<Reply> {
    const { bodyLimitBytes: limitBytes, timeoutMs: receiveMs } = this.config.bulk;
    const source = bodyOf({ limitBytes, receiveMs, minBytesPerSecond: this.config.http.bodyMinRate });
    return this.#turns.run(() => this.#run(ctx, source));
  }

  async #run(ctx: RequestContext, source: BodySource): Promise<Reply> {
    const pace = new Pace(this.config.bulk.timeoutMs);
    const bytes = await source();
    const text = ctx.preferences.idempotencyKey === undefined ? '' : await digestOf(bytes);
    return this.operations.stay(ctx, 'bulk-insert', text, async (submitted) => {
      const body = await BulkBody.read(bytes, this.config.http.bodyLimitBytes, pace);
      const { command, log } = readBulkInsert(submitted, body);
      submitted.submission?.noteLog(log);
      const resultOf = (tally: Tally): JsonText => new JsonText(JSON.stringify(bulkResult(tally, command.options)));
      const { result, recordAffected } = await this.bulkInsert.run(submitted, command, pace, resultOf);
      return { result, recordAffected, log };
    });
  }
}

/** A large body by its digest, made beside the event loop. */
async function digestOf(bytes: Buffer | undefined): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes ?? Buffer.alloc(0))).toString('base64url');
}
