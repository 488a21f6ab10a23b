import { Controller, Get, Param } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { RequestContext } from '../../core/context.js';
import { DomainError } from '../../core/errors.js';
import { isUuid } from '../../core/values/uuid.js';
import { Context } from '../http/decorators.js';
import { Reply } from '../http/reply.js';
import { OperationDocs, operationJson } from './operation.dto.js';
import { OutcomeStore } from './outcome-store.repository.js';

/** What became of writes. */
@ApiTags('Records')
@Controller('api/v1/operations')
export class OperationsController {
  constructor(private readonly outcomes: OutcomeStore) {}

  /** The outcome of a write, by the `CorrelationId` of its answer; for its submitter and Administrators. */
  @Get(':correlationId')
  @ApiParam({ name: 'correlationId', description: '`CorrelationId` of the write’s answer.', format: 'uuid' })
  @OperationDocs()
  async get(@Context() ctx: RequestContext, @Param('correlationId') id: string): Promise<Reply> {
    if (!isUuid(id)) throw new DomainError({ code: 'Validation', message: 'CorrelationId must be a UUID.' });
    const outcome = await this.outcomes.find(id.toLowerCase());
    const { environment } = ctx.catalogue;
    const isOwn = outcome?.userId === ctx.principal.userId || ctx.principal.isAdministrator;
    if (!outcome || outcome.environmentId !== environment.id || !isOwn)
      throw new DomainError({ code: 'NotFound', message: 'There is no such operation, or it is not kept any more.' });
    return new Reply({ result: operationJson(outcome), totalRecords: 1 });
  }
}
