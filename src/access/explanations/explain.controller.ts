import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { RequestContext } from '#core/context/context.js';
import { Context } from '#platform/http/decorators.js';
import type { QueryString } from '#core/requests/query-string.js';
import { Reply } from '#platform/http/reply.js';
import { ExplainDocs } from './explain.docs.js';
import { readQuestion } from './explain.dto.js';
import { ExplainAccess } from './explain-access.service.js';

/** Route that explains access. */
@ApiTags('Access')
@Controller('api/v1/access')
export class ExplainController {
  constructor(private readonly explain: ExplainAccess) {}

  /** Answers what decides about an operation of the caller, or of a user that an Administrator asks about. */
  @Get('explain')
  @ExplainDocs()
  async answer(@Context() ctx: RequestContext, @Query() query: QueryString): Promise<Reply> {
    const { question, log } = readQuestion(ctx, query);
    return new Reply({ result: await this.explain.explain(ctx, question), totalRecords: 1, log });
  }
}
