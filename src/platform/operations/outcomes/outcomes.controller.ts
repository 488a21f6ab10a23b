import { Controller, Get, Param } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { RequestContext } from '#core/context/context.js';
import { Context } from '#platform/http/decorators.js';
import { Reply } from '#platform/http/reply.js';
import { FindOutcome } from './find-outcome.service.js';
import { OperationDocs, operationJson } from './outcome.dto.js';

/** Route of outcomes of writes (docs/interface/conventions.md#operations). */
@ApiTags('Records')
@Controller('api/v1/operations')
export class OutcomesController {
  constructor(private readonly outcomes: FindOutcome) {}

  /** The outcome of a write, by the `CorrelationId` of its answer; for its submitter and Administrators. */
  @Get(':correlationId')
  @ApiParam({ name: 'correlationId', description: '`CorrelationId` of the write’s answer.', format: 'uuid' })
  @OperationDocs()
  async get(@Context() ctx: RequestContext, @Param('correlationId') id: string): Promise<Reply> {
    const outcome = await this.outcomes.find(ctx, id);
    return new Reply({ result: operationJson(outcome), totalRecords: 1 });
  }
}
