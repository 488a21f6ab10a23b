import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import type { ErrorCode } from '#core/errors.js';
import { ApiCall, ApiEnvelope, ApiJsonBody, ApiRequestHeader } from '#platform/http/openapi/api-call.js';
import { ref } from '#platform/http/openapi/answer-schemas.js';
import { MAX_MATCHED } from '#records/core/matching/match-plan.js';
import { ApiSubmitted } from '#platform/operations/submitted.docs.js';
import { JUDGED_WRITE_REFUSALS, MATCH_REFUSALS } from '#platform/http/openapi/write-refusals.js';
import { WrittenRecordDto } from '#platform/http/openapi/written-record.docs.js';
import { DeleteDto, InsertDto, UpdateDto } from './write-bodies.docs.js';
import { DELETE_EXAMPLES, INSERT_EXAMPLES, UPDATE_EXAMPLES } from './write-examples.docs.js';

const REFUSALS: readonly ErrorCode[] = [...JUDGED_WRITE_REFUSALS, 'TooManyRows'];

const IfMatch = ApiRequestHeader(
  'If-Match',
  'RowVersion, such as `"3"`, that every matched record must have; else 412 and nothing is written. `*` is any.',
);

const written = (title: string, description: string): MethodDecorator =>
  applyDecorators(
    ApiExtraModels(WrittenRecordDto),
    ApiEnvelope({
      title,
      description: `${description} Whole records with \`Prefer: return=representation\`.`,
      result: { type: 'array', items: { anyOf: [{ $ref: getSchemaPath(WrittenRecordDto) }, ref('Record')] } },
    }),
  );

const REPRESENTATION = '`return=representation` answers whole records. ';

/** Documents POST /api/v1/records/insert. */
export const InsertDocs = (): MethodDecorator =>
  applyDecorators(
    ApiCall({
      operationId: 'insertRecord',
      summary: 'Create one record',
      description:
        'With its children, and with the records its lookups name, in one transaction: all of it or nothing. ' +
        'Needs the create scope of every entity it creates records of; the scope limits who may be named ' +
        '`OwnerId`. System fields are refused, but `Id` (a free UUID) and `OwnerId`.',
      refusals: REFUSALS,
    }),
    ApiSubmitted('`return=id` answers the bare Id. '),
    ApiJsonBody(InsertDto, INSERT_EXAMPLES),
    ApiEnvelope({
      title: 'InsertAnswer',
      description:
        'The record as it was stored; its Id with `Prefer: return=id`; Id and versions if you may not read it.',
      result: { anyOf: [ref('Record'), ref('RecordIdentity'), { type: 'string', format: 'uuid' }] },
    }),
  );

/** Documents PUT /api/v1/records/update. */
export const UpdateDocs = (): MethodDecorator =>
  applyDecorators(
    ApiCall({
      operationId: 'updateRecords',
      summary: 'Change every record that matches',
      description:
        `Sets the listed fields on every record that matches the where-clause, at most ${MAX_MATCHED} unless you ` +
        `are an Administrator; all of them or none. Needs the update scope: a record you may read but not change, ` +
        `or name by a unique field but not read, is refused with 403. Without a filter the request is refused; ` +
        `none matching is 200 with \`RecordAffected\` 0.`,
      refusals: [...REFUSALS, ...MATCH_REFUSALS, 'PermissionRequired'],
    }),
    ApiSubmitted(REPRESENTATION),
    IfMatch,
    ApiJsonBody(UpdateDto, UPDATE_EXAMPLES),
    written(
      'UpdateAnswer',
      'Ids and versions of the records that matched, at most 1,000 of them; one that had the values already keeps its version.',
    ),
  );

/** Documents DELETE /api/v1/records/delete. */
export const DeleteDocs = (): MethodDecorator =>
  applyDecorators(
    ApiCall({
      operationId: 'deleteRecords',
      summary: 'Delete every record that matches',
      description:
        `Entities with soft delete hide their records from then on, others remove them. Children cascade, are ` +
        `detached or block the delete, as their relation says. Needs the delete scope; where-clause, limit and ` +
        `refusals are those of update.\n\nThis DELETE has a body. Some proxies drop it; the request is then ` +
        `refused, never taken for “all”.`,
      refusals: [...REFUSALS, ...MATCH_REFUSALS, 'DeleteBlocked'],
    }),
    ApiSubmitted(REPRESENTATION),
    IfMatch,
    ApiJsonBody(DeleteDto, DELETE_EXAMPLES),
    written(
      'DeleteAnswer',
      'Ids and last versions of the records that matched, at most 1,000 of them and no children.',
    ),
  );
