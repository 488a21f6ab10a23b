import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { RequestContext } from '../../core/context.js';
import type { JsonValue } from '../../core/json/json.js';
import { Context, JsonBody } from '../../platform/http/decorators.js';
import type { Reply } from '../../platform/http/reply.js';
import { SelectRecords } from './select-records.service.js';
import { SelectDocs } from './select.docs.js';
import { readSelect } from '../../core/requests/read-select.js';
import { selectReply } from './select-reply.js';

/** Route for ad hoc queries of any entity. */
@ApiTags('Queries')
@Controller('api/v1/queries')
export class QueriesController {
  constructor(private readonly selectRecords: SelectRecords) {}

  /** Answers the matching rows that the caller may read. */
  @Post('select')
  @HttpCode(200)
  @SelectDocs()
  async select(@Context() ctx: RequestContext, @JsonBody() body: JsonValue | undefined): Promise<Reply> {
    const { command, log } = readSelect(body, ctx.preferences.strict);
    return selectReply(await this.selectRecords.select(ctx, command), log);
  }
}
