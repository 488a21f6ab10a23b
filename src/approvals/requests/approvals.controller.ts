import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { RequestContext } from '#core/context/context.js';
import { Context } from '#platform/http/decorators.js';
import { Reply } from '#platform/http/reply.js';
import { GetInbox } from './get-inbox.service.js';
import { GetInboxDocs } from './inbox.docs.js';
import { readInboxRequest } from './read-inbox.dto.js';

/** Routes of approvals; requests and decisions are records. */
@ApiTags('Approvals')
@Controller('api/v1/approvals')
export class ApprovalsController {
  constructor(private readonly getInbox: GetInbox) {}

  /** Answers one page of the caller's open tasks. */
  @Get('inbox')
  @GetInboxDocs()
  async inbox(@Context() ctx: RequestContext, @Query() query: Readonly<Record<string, unknown>>): Promise<Reply> {
    const { log, ...request } = readInboxRequest(query, ctx.preferences.strict);
    return new Reply({ ...(await this.getInbox.get(ctx, request)), log });
  }
}
