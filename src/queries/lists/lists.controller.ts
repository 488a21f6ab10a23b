import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { RequestContext } from '#core/context/context.js';
import { Context } from '#platform/http/decorators.js';
import type { Reply } from '#platform/http/reply.js';
import { GetList } from './get-list.service.js';
import { GetListDocs } from './list.docs.js';
import { listReply, readListRequest } from './read-list-request.dto.js';

/** Routes for the values of dropdowns. */
@ApiTags('Lists')
@Controller('api/v1/lists')
export class ListsController {
  constructor(private readonly getList: GetList) {}

  /** Answers one page of the values that the caller may choose from. */
  @Get('get')
  @GetListDocs()
  async get(@Context() ctx: RequestContext, @Query() query: Readonly<Record<string, unknown>>): Promise<Reply> {
    const { request, log } = readListRequest(query, ctx.preferences.strict);
    return listReply(await this.getList.get(ctx, request), log);
  }
}
