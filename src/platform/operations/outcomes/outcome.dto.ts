import { applyDecorators } from '@nestjs/common';
import type { SchemaObject } from '@nestjs/swagger';
import { JsonText } from '#core/json/json.js';
import { ref } from '#platform/http/openapi/answer-schemas.js';
import { ANY_JSON } from '#platform/http/openapi/any-json.js';
import { ApiCall, ApiEnvelope } from '#platform/http/openapi/api-call.js';
import type { Outcome } from './outcome.js';

/** An outcome as `Result` of GET /api/v1/operations/{CorrelationId}; its own `Result` is inserted unparsed. */
export function operationJson(outcome: Outcome): JsonText {
  const { id, status, entityName, operation, httpStatus, errorDetails, submittedOn, completedOn } = outcome;
  const before = JSON.stringify({
    CorrelationId: id,
    Status: status,
    EntityName: entityName,
    Operation: operation,
    HttpStatus: httpStatus,
  });
  const after = JSON.stringify({
    Errors: errorDetails.map(({ Message }) => Message),
    ErrorDetails: errorDetails,
    SubmittedOn: submittedOn,
    CompletedOn: completedOn,
  });
  return new JsonText(`${before.slice(0, -1)},"Result":${outcome.result.text},${after.slice(1)}`);
}

const OPERATION: SchemaObject = {
  type: 'object',
  required: ['CorrelationId', 'Status', 'Operation', 'SubmittedOn'],
  properties: {
    CorrelationId: { type: 'string', format: 'uuid' },
    Status: { type: 'string', enum: ['Processing', 'Completed', 'Failed'], example: 'Completed' },
    EntityName: { type: ['string', 'null'], example: 'Customer', description: 'Null for a batch.' },
    Operation: { type: 'string', enum: ['Insert', 'Update', 'Delete', 'Upsert', 'Batch', 'Workflow'] },
    HttpStatus: { type: ['integer', 'null'], example: 200, description: 'What the write answered, or would have.' },
    Result: {
      ...ANY_JSON,
      description: '`Result` of the write. Of a write that answered 200, without Idempotency-Key, only Ids are kept.',
    },
    Errors: { type: 'array', items: { type: 'string' }, example: [] },
    ErrorDetails: { type: 'array', items: ref('ErrorDetail'), example: [] },
    SubmittedOn: { type: 'string', format: 'date-time' },
    CompletedOn: { type: ['string', 'null'], format: 'date-time' },
  },
};

/** Documents GET /api/v1/operations/{CorrelationId}. */
export const OperationDocs = (): MethodDecorator =>
  applyDecorators(
    ApiCall({
      operationId: 'getOperation',
      summary: 'What became of a write',
      description:
        'By the `CorrelationId` of its answer: a write that answered 202 is `Processing` until it is `Completed` ' +
        'or `Failed`, with the status and body it would have had. For its submitter and Administrators; kept for ' +
        'a day at least.',
      refusals: ['Validation', 'NotFound'],
    }),
    ApiEnvelope({ title: 'OperationAnswer', description: 'The outcome as far as it is kept.', result: OPERATION }),
  );
