import { applyDecorators } from '@nestjs/common';
import type { ErrorCode } from '#core/errors.js';
import { ref } from '#platform/http/openapi/answer-schemas.js';
import { ApiCall, ApiEnvelope, ApiJsonBody, ApiRequestHeader } from '#platform/http/openapi/api-call.js';
import { JUDGED_WRITE_REFUSALS, MATCH_REFUSALS } from '#platform/http/openapi/write-refusals.js';
import { ApiSubmitted } from '#platform/operations/submitted.docs.js';
import { BatchDto, BatchStepResultDto, UpsertDto } from './batch-bodies.docs.js';
import { MAX_STEPS } from '#records/core/batch/batch-command.js';
import { BATCH_EXAMPLES, UPSERT_EXAMPLES } from './batch-examples.docs.js';

const REFUSALS: readonly ErrorCode[] = [
  ...JUDGED_WRITE_REFUSALS,
  'PermissionRequired',
  'VersionMismatch',
  'TooManyRows',
];

/** Documents POST /api/v1/records/upsert. */
export const UpsertDocs = (): MethodDecorator =>
  applyDecorators(
    ApiCall({
      operationId: 'upsertRecord',
      summary: 'Change the record with this key, or create it',
      description:
        'Looks for the live record that has the values of MatchOn, the fields of a unique rule. Found: it is ' +
        'changed as by an update, and needs update scope; its key stays. Not found: it is created as by an ' +
        'insert, and needs create scope. Two at once with one key: one creates, the other changes.',
      refusals: REFUSALS,
    }),
    ApiSubmitted('`return=representation` answers the whole record with `Operation`. '),
    ApiRequestHeader('If-Match', 'RowVersion, such as `"3"`, that the record must have; else, or without one, 412.'),
    ApiJsonBody(UpsertDto, UPSERT_EXAMPLES),
    ApiEnvelope({
      title: 'UpsertAnswer',
      description: '`Operation` is Insert or Update; the created record, or Id and RowVersion of the changed one.',
      result: {
        allOf: [ref('RecordIdentity')],
        type: 'object',
        required: ['Id', 'Operation'],
        properties: { Operation: { type: 'string', enum: ['Insert', 'Update'] } },
      },
    }),
  );

/** Documents POST /api/v1/records/batch. */
export const BatchDocs = (): MethodDecorator =>
  applyDecorators(
    ApiCall({
      operationId: 'runBatch',
      summary: 'Several writes in one request',
      description:
        `Runs up to ${MAX_STEPS} steps in their order: Atomic in one transaction, where the first fault undoes ` +
        `all, with paths that begin with \`Steps[i].\`; Independent each by itself, with 200 and the faults in ` +
        `the steps’ results. \`$name.Id\` as a value stands for the Id of the record of the step whose Ref is ` +
        `\`name\`; \`$$name.Id\` is that text itself.`,
      refusals: [...REFUSALS, ...MATCH_REFUSALS, 'DeleteBlocked'],
    }),
    ApiSubmitted(),
    ApiJsonBody(BatchDto, BATCH_EXAMPLES),
    ApiEnvelope({
      title: 'BatchAnswer',
      description: 'What became of each step, in order; `RecordAffected` is the sum.',
      result: [BatchStepResultDto],
    }),
  );
