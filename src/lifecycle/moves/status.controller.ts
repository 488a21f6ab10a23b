import { Controller, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { languagesOf } from '#core/context/languages.js';
import type { RequestContext } from '#core/context/context.js';
import { writeJson, type JsonValue } from '#core/json/json.js';
import { Context, JsonBody } from '#platform/http/decorators.js';
import type { QueryString } from '#core/requests/query-string.js';
import { Reply } from '#platform/http/reply.js';
import { Operations } from '#platform/operations/operations.js';
import { AvailableStatuses } from './available-statuses.service.js';
import { MoveBatch } from './move-batch.service.js';
import { MoveRecord } from './move-record.service.js';
import { AvailableDocs, BulkMoveDocs, MoveDocs } from './status.docs.js';
import { readAvailable, readBulkMove, readMove } from './status.dto.js';
import { availableResult } from './status-results.js';

/** Routes that move records through their lifecycles (docs/interface/lifecycle.md#status-moves). */
@ApiTags('Statuses')
@Controller('api/v1/status')
export class StatusController {
  constructor(
    private readonly operations: Operations,
    private readonly statuses: AvailableStatuses,
    private readonly moveRecord: MoveRecord,
    private readonly batch: MoveBatch,
  ) {}

  /** Answers the statuses that a record can move to. */
  @Get('available')
  @AvailableDocs()
  async available(@Context() ctx: RequestContext, @Query() query: QueryString): Promise<Reply> {
    const command = readAvailable(ctx, query);
    const { entity, moves } = await this.statuses.find(ctx, command);
    const result = availableResult(entity.lifecycle, moves, { ...command, languages: languagesOf(ctx) });
    return new Reply({ result, totalRecords: moves.open.length, log: command.log });
  }

  /** Moves one record to another status. */
  @Put('update')
  @MoveDocs()
  move(
    @Context('write') ctx: RequestContext,
    @Query() query: QueryString,
    @JsonBody() body: JsonValue | undefined,
  ): Promise<Reply> {
    const text = textOf(ctx, () => JSON.stringify(Object.entries(query)) + bodyText(body));
    return this.operations.runInline(ctx, 'status-update', text, (submitted) => {
      const command = readMove(submitted, query, body);
      submitted.submission?.noteLog(command.log);
      return this.moveRecord.move(submitted, command);
    });
  }

  /** Moves many records, each by itself. */
  @Post('bulk-update')
  @HttpCode(200)
  @BulkMoveDocs()
  moveMany(@Context('write') ctx: RequestContext, @JsonBody() body: JsonValue | undefined): Promise<Reply> {
    return this.operations.runInline(
      ctx,
      'status-bulk-update',
      textOf(ctx, () => bodyText(body)),
      (submitted) => {
        const command = readBulkMove(submitted, body);
        submitted.submission?.noteLog(command.log);
        return this.batch.moveAll(submitted, command);
      },
    );
  }
}

const bodyText = (body: JsonValue | undefined): string => (body === undefined ? '' : writeJson(body));

/** The text by which an idempotency key recognises its request; made only where there is a key. */
const textOf = ({ preferences }: RequestContext, text: () => string): string =>
  preferences.idempotencyKey === undefined ? '' : text();
