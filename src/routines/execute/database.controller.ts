import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { RequestContext } from '#core/context/context.js';
import type { JsonValue } from '#core/json/json.js';
import { Context, JsonBody } from '#platform/http/decorators.js';
import type { Reply } from '#platform/http/reply.js';
import { ExecuteDocs } from './execute.docs.js';
import { executeReply, readExecute } from './execute-bodies.js';
import { ExecuteRoutine } from './execute-routine.service.js';

/** Route for the registered routines of an environment (docs/interface/routines.md). */
@ApiTags('Database')
@Controller('api/v1/database')
export class DatabaseController {
  constructor(private readonly executeObject: ExecuteRoutine) {}

  /** Calls a routine with bound parameters. */
  @Post('execute')
  @HttpCode(200)
  @ExecuteDocs()
  async execute(@Context() ctx: RequestContext, @JsonBody() body: JsonValue | undefined): Promise<Reply> {
    const { command, log } = readExecute(ctx, body);
    return executeReply(await this.executeObject.execute(ctx, command), log);
  }
}
