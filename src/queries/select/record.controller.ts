import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { RequestContext } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import { JsonText } from '#core/json/json.js';
import { planSelect } from '#queries/core/select/plan-select.js';
import { Context } from '#platform/http/decorators.js';
import type { QueryString } from '#core/requests/query-string.js';
import { Reply } from '#platform/http/reply.js';
import { GetRecordDocs } from './record.docs.js';
import { readRecordRequest } from './record-request.dto.js';
import { SelectRecords } from './select-records.service.js';

/** Route for one record by its Id. */
@ApiTags('Queries')
@Controller('api/v1/records')
export class RecordController {
  constructor(private readonly selectRecords: SelectRecords) {}

  /** Answers the record as a query answers it; 404 covers both missing and unreadable records. */
  @Get(':entity/:id')
  @GetRecordDocs()
  async record(
    @Context() ctx: RequestContext,
    @Param('entity') entityName: string,
    @Param('id') id: string,
    @Query() query: QueryString,
  ): Promise<Reply> {
    const { command, log } = readRecordRequest(ctx, { entityName, id }, query);
    const plan = planSelect(ctx, command);
    const { result, totalRecords, memory } = await this.selectRecords.execute(ctx, plan);
    if (totalRecords === 0) {
      memory.release();
      throw noSuchRecord(plan.entity.name);
    }
    const row = result.text.slice(1, -1);
    return new Reply({ result: new JsonText(row), totalRecords: 1, log, memory, headers: entityTag(row) });
  }
}

/** Header with the record's version, as `If-Match` takes it; absent where the answer leaves `RowVersion` out. */
function entityTag(row: string): Readonly<Record<string, string>> {
  const { RowVersion: version } = JSON.parse(row) as { readonly RowVersion?: number };
  return version === undefined ? {} : { ETag: `"${version}"` };
}

const noSuchRecord = (entityName: string): DomainError =>
  new DomainError({
    code: 'NotFound',
    message: `There is no such record of ${entityName}, or you may not see it.`,
    path: 'id',
    params: { EntityName: entityName },
  });
