import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { RequestContext } from '#core/context/context.js';
import { JsonText, type JsonValue, writeJson } from '#core/json/json.js';
import { Context, JsonBody } from '#platform/http/decorators.js';
import { Reply } from '#platform/http/reply.js';
import { selectReply } from '#queries/select/select-reply.js';
import { ListQueriesDocs } from './list-queries.docs.js';
import { listedQueryDto } from './listed-query.dto.js';
import { ListSavedQueries } from './list-saved-queries.service.js';
import { RunByIdDocs, RunByNameDocs } from './run.docs.js';
import { readRun } from './read-run.js';
import { RunSavedQuery } from './run-saved-query.service.js';

/** Routes for saved queries: which ones there are, and runs by name or by id. */
@ApiTags('Queries')
@Controller('api/v1/queries')
export class SavedQueriesController {
  constructor(
    private readonly savedQuery: RunSavedQuery,
    private readonly savedQueries: ListSavedQueries,
  ) {}

  /** Answers the saved queries that the caller may run. */
  @Get()
  @ListQueriesDocs()
  async list(@Context() ctx: RequestContext): Promise<Reply> {
    const result = (await this.savedQueries.list(ctx)).map(listedQueryDto);
    return new Reply({ result: new JsonText(writeJson(result)), totalRecords: result.length });
  }

  /** Answers the rows of a saved query by entity and name. */
  @Post('execute/:appObjectName/:queryName')
  @HttpCode(200)
  @RunByNameDocs()
  async runByName(
    @Context() ctx: RequestContext,
    @Param('appObjectName') entityName: string,
    @Param('queryName') queryName: string,
    @JsonBody() body: JsonValue | undefined,
  ): Promise<Reply> {
    const { run, log } = readRun(body, ctx.preferences.strict);
    const { outcome, log: ignored } = await this.savedQuery.byName(ctx, entityName, queryName, run);
    return selectReply(outcome, [...log, ...ignored]);
  }

  /** Answers the rows of a saved query by id. */
  @Post('execute/:queryId')
  @HttpCode(200)
  @RunByIdDocs()
  async runById(
    @Context() ctx: RequestContext,
    @Param('queryId') queryId: string,
    @JsonBody() body: JsonValue | undefined,
  ): Promise<Reply> {
    const { run, log } = readRun(body, ctx.preferences.strict);
    const { outcome, log: ignored } = await this.savedQuery.byId(ctx, queryId, run);
    return selectReply(outcome, [...log, ...ignored]);
  }
}
