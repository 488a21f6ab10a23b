import { Controller, Get, Query, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { RequestContext } from '#core/context/context.js';
import { Context } from '#platform/http/decorators.js';
import type { QueryString } from '#core/requests/query-string.js';
import { Reply } from '#platform/http/reply.js';
import { AdministratorGuard } from '#platform/auth/administrator.guard.js';
import { ExplainDocs, ReadersDocs } from './explain.docs.js';
import { readQuestion, readReadersQuestion } from './explain.dto.js';
import { ExplainAccess } from './explain-access.service.js';
import { ListReaders, READERS_MS } from './list-readers.service.js';

/** Routes that explain access. */
@ApiTags('Access')
@Controller('api/v1/access')
export class ExplainController {
  constructor(
    private readonly explain: ExplainAccess,
    private readonly readers: ListReaders,
  ) {}

  /** Answers what decides about an operation of the caller, or of a user that an Administrator asks about. */
  @Get('explain')
  @ExplainDocs()
  async answer(@Context() ctx: RequestContext, @Query() query: QueryString): Promise<Reply> {
    const { question, log } = readQuestion(ctx, query);
    return new Reply({ result: await this.explain.explain(ctx, question), totalRecords: 1, log });
  }

  /** Answers who may read a record. */
  @Get('readers')
  @UseGuards(AdministratorGuard)
  @ReadersDocs()
  async list(@Context() ctx: RequestContext, @Query() query: QueryString): Promise<Reply> {
    const { entity, recordId, log } = readReadersQuestion(ctx, query);
    const { readers, isTruncated } = await this.readers.list(ctx, entity, recordId);
    const remark = `Not all users were looked at within ${READERS_MS / 1000} s.`;
    return new Reply({
      result: readers,
      totalRecords: readers.length,
      log: [...log, ...(isTruncated ? [remark] : [])],
      extra: { Truncated: isTruncated },
    });
  }
}
