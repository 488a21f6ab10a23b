import { applyDecorators } from '@nestjs/common';
import type { ErrorCode } from '#core/errors.js';
import { ApiCall, ApiEnvelope, ApiJsonBody, ApiRequestHeader } from '#platform/http/openapi/api-call.js';
import { MATCH_REFUSALS, WRITE_REFUSALS } from '#platform/http/openapi/write-refusals.js';
import { WrittenRecordDto } from '#platform/http/openapi/written-record.docs.js';
import { ApiSubmitted } from '#platform/operations/submitted.docs.js';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { WhereClauseDto } from '#platform/http/openapi/where-clause.docs.js';
import { WriteOptionsDto } from '#platform/http/openapi/write-options.docs.js';

/** Body of POST /api/v1/records/restore and /api/v1/records/purge. */
@ApiSchema({ name: 'RecycleBinRequest' })
class RecycleBinDto {
  @ApiProperty({ example: 'Note', description: 'In any letter case.' }) readonly EntityName!: string;
  @ApiProperty({ type: WhereClauseDto }) readonly WhereClause!: WhereClauseDto;
  @ApiPropertyOptional({ type: WriteOptionsDto }) readonly Options?: WriteOptionsDto;
}

const EXAMPLES = {
  'Deleted notes on a subject': {
    EntityName: 'Note',
    WhereClause: { Filters: [{ FieldName: 'Subject', Operator: 13, Value: 'Prefers delivery' }] },
  },
};

const REFUSALS: readonly ErrorCode[] = [...WRITE_REFUSALS, ...MATCH_REFUSALS, 'AdministratorRequired'];

const Body = (): MethodDecorator =>
  applyDecorators(
    ApiSubmitted(),
    ApiRequestHeader('If-Match', 'RowVersion, such as `"3"`, that every matched record must have; else 412.'),
    ApiJsonBody(RecycleBinDto, EXAMPLES),
  );

/** Documents POST /api/v1/records/restore. */
export const RestoreDocs = (): MethodDecorator =>
  applyDecorators(
    ApiCall({
      operationId: 'restoreRecords',
      summary: 'Bring deleted records back',
      description:
        'For Administrators, and for members where the entity has `MembersRestore`: these need the scopes to read and ' +
        'delete the records. Every deleted record that matches comes back with the children that the same delete ' +
        'took along: all or nothing. 409 names the records whose unique values are taken by now, or whose lookups ' +
        'lead to what is still deleted.',
      refusals: [...REFUSALS, 'ApprovalLocked', 'Conflict'],
    }),
    Body(),
    ApiEnvelope({
      title: 'RestoreAnswer',
      description: 'Ids and versions of the records that matched, at most 1,000 of them and no children.',
      result: [WrittenRecordDto],
    }),
  );

/** Documents POST /api/v1/records/purge. */
export const PurgeDocs = (): MethodDecorator =>
  applyDecorators(
    ApiCall({
      operationId: 'purgeRecords',
      summary: 'Remove deleted records for good',
      description:
        'For Administrators. Every deleted record that matches is removed with the children that cascade from it: ' +
        'all or nothing. 409 names what else still belongs to them. Records that are not deleted do not match.',
      refusals: [...REFUSALS, 'DeleteBlocked'],
    }),
    Body(),
    ApiEnvelope({
      title: 'PurgeAnswer',
      description: 'Ids and last versions of the records that matched, at most 1,000 of them and no children.',
      result: [WrittenRecordDto],
    }),
  );
