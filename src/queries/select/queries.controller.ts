import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { RequestContext } from '#core/context/context.js';
import { mayRead } from '#platform/http/body-checks.js';
import { BodyText, Context } from '#platform/http/decorators.js';
import type { Reply } from '#platform/http/reply.js';
import { SelectPlanner } from './select-planner.service.js';
import { SelectRecords } from './select-records.service.js';
import { SelectDocs } from './select.docs.js';
import { selectReply } from './select-reply.js';

/** Route for ad hoc queries of any entity. */
@ApiTags('Queries')
@Controller('api/v1/queries')
export class QueriesController {
  constructor(
    private readonly planner: SelectPlanner,
    private readonly selectRecords: SelectRecords,
  ) {}

  /** Answers the matching rows that the caller may read. */
  @Post('select')
  @HttpCode(200)
  @SelectDocs()
  async select(@Context() ctx: RequestContext, @BodyText(mayRead) json: string | undefined): Promise<Reply> {
    const { plan, log } = await this.planner.plan(ctx, json);
    return selectReply(await this.selectRecords.execute(ctx, plan), log);
  }
}
