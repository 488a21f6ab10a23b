import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { RequestContext } from '#core/context/context.js';
import { Context } from '#platform/http/decorators.js';
import { Reply } from '#platform/http/reply.js';
import { GetAdviceDocs } from './advice.docs.js';
import { GetAdvice } from './get-advice.service.js';

/** Route for advice on slow queries. */
@ApiTags('Queries')
@Controller('api/v1/queries')
export class AdviceController {
  constructor(private readonly getAdvice: GetAdvice) {}

  /** Answers the slow queries of the environment with the indexes that would help. */
  @Get('advice')
  @GetAdviceDocs()
  async advice(@Context() ctx: RequestContext): Promise<Reply> {
    const result = await this.getAdvice.get(ctx);
    return new Reply({ result, totalRecords: result.length });
  }
}
