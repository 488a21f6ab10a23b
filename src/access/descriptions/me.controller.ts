import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { RequestContext } from '#core/context/context.js';
import { describeCaller } from '#access/core/descriptions/describe-caller.js';
import { Context } from '#platform/http/decorators.js';
import { Reply } from '#platform/http/reply.js';
import { MeDocs } from './descriptions.docs.js';

/** Answers who the caller is, without a database statement. */
@ApiTags('Access')
@Controller('api/v1/me')
export class MeController {
  /** Answers the caller with teams, roles and permissions. */
  @Get()
  @MeDocs()
  me(@Context() ctx: RequestContext): Reply {
    return new Reply({ result: describeCaller(ctx), totalRecords: 1 });
  }
}
