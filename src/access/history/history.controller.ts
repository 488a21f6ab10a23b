import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { RequestContext } from '#core/context/context.js';
import { JsonText, writeJson } from '#core/json/json.js';
import type { QueryString } from '#core/requests/query-string.js';
import { AnswerMemory } from '#platform/http/answer-memory.js';
import { Context } from '#platform/http/decorators.js';
import { Reply } from '#platform/http/reply.js';
import { HistoryDocs } from './history.docs.js';
import { readHistoryRequest } from './history-request.dto.js';
import { ReadHistory } from './read-history.service.js';

/** Route for what has happened to a record. */
@ApiTags('Queries')
@Controller('api/v1/records')
export class HistoryController {
  constructor(
    private readonly history: ReadHistory,
    private readonly memory: AnswerMemory,
  ) {}

  /** Answers the history of a record, or the record in one of its versions. */
  @Get(':entity/:id/history')
  @HistoryDocs()
  async read(
    @Context() ctx: RequestContext,
    @Param('entity') entityName: string,
    @Param('id') id: string,
    @Query() query: QueryString,
  ): Promise<Reply> {
    const { at, log, ...request } = readHistoryRequest(ctx, { entityName, id }, query);
    const memory = await this.memory.take(ctx, false);
    try {
      const reply = at === undefined ? await this.#entries(ctx, request) : await this.#version(ctx, { ...request, at });
      memory.weigh(reply.result.text.length);
      return new Reply({ ...reply, log, memory });
    } catch (error) {
      memory.release();
      throw error;
    }
  }

  async #entries(ctx: RequestContext, request: Parameters<ReadHistory['page']>[1]) {
    const { entries, nextCursor } = await this.history.page(ctx, request);
    const extra = { TotalIsExact: false, NextCursor: nextCursor };
    return { result: new JsonText(entries), totalRecords: null, extra };
  }

  async #version(ctx: RequestContext, request: Parameters<ReadHistory['version']>[1]) {
    return { result: new JsonText(writeJson(await this.history.version(ctx, request))), totalRecords: 1 };
  }
}
