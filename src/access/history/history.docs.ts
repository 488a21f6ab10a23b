import { applyDecorators } from '@nestjs/common';
import { ApiParam, ApiQuery, type SchemaObject } from '@nestjs/swagger';
import { DECISION_KINDS, ENTRY_KINDS } from '#access/core/history/entry-kinds.js';
import { ANY_JSON } from '#platform/http/openapi/any-json.js';
import { ApiCall, ApiEnvelope } from '#platform/http/openapi/api-call.js';
import { DEFAULT_HISTORY_PAGE_SIZE, MAX_HISTORY_PAGE_SIZE } from './history-request.dto.js';

const TEXT: SchemaObject = { type: 'string' };
const TEXT_OR_NULL: SchemaObject = { type: ['string', 'null'] };
const UUID: SchemaObject = { type: 'string', format: 'uuid' };

const CHANGE: SchemaObject = {
  type: 'object',
  required: ['FieldName', 'Old', 'New'],
  properties: { FieldName: TEXT, Old: ANY_JSON, New: ANY_JSON },
};

const PROPERTIES: Readonly<Record<string, SchemaObject>> = {
  Kind: { ...TEXT, enum: [...ENTRY_KINDS] },
  Operation: { ...TEXT_OR_NULL, description: '`Create`, `Update` or `Delete`; null for an approval.' },
  ChangedOn: { ...TEXT, format: 'date-time' },
  UserId: { type: ['string', 'null'], format: 'uuid', description: 'Null for the service itself.' },
  UserName: TEXT_OR_NULL,
  DisplayName: TEXT_OR_NULL,
  Source: { ...TEXT, description: 'What made the change, as in the audit log.' },
  CorrelationId: UUID,
  RowVersion: { type: ['integer', 'null'], description: 'Version of the record after the entry.' },
  Changes: { type: ['array', 'null'], items: CHANGE, description: 'Null for an approval.' },
  FromStatus: { ...TEXT_OR_NULL, description: 'Name of the status that a move left.' },
  ToStatus: { ...TEXT_OR_NULL, description: 'Name of the status that a move reached.' },
  Comment: { ...TEXT_OR_NULL, description: 'Comment of the move, the decision or the requester.' },
  Decision: {
    ...TEXT_OR_NULL,
    description: `Of an approval: ${DECISION_KINDS.map((kind) => `\`${kind}\``).join(', ')}.`,
  },
};

const ENTRY: SchemaObject = { type: 'object', required: Object.keys(PROPERTIES), properties: PROPERTIES };

const PARAMETERS: readonly MethodDecorator[] = [
  ApiParam({
    name: 'entity',
    type: String,
    example: 'Customer',
    description: 'Name of the entity, in any letter case.',
  }),
  ApiParam({
    name: 'id',
    format: 'uuid',
    example: 'ca1f151d-33b0-4b34-bdaf-4ced3e48255a',
    description: '`Id` of the record.',
  }),
  ApiQuery({ name: 'cursor', required: false, schema: TEXT, description: '`NextCursor` of the page before.' }),
  ApiQuery({
    name: 'pageSize',
    required: false,
    schema: { type: 'integer', minimum: 1, maximum: MAX_HISTORY_PAGE_SIZE, default: DEFAULT_HISTORY_PAGE_SIZE },
  }),
  ApiQuery({
    name: 'at',
    required: false,
    schema: { type: 'integer', minimum: 1 },
    description: 'A `RowVersion`: answers the record as it was then in place of entries.',
  }),
];

/** Documents GET /api/v1/records/{entity}/{id}/history. */
export const HistoryDocs = (): MethodDecorator =>
  applyDecorators(
    ApiCall({
      operationId: 'getRecordHistory',
      summary: 'What has happened to a record',
      description:
        'Lists changes, moves and approvals of a record that you may read, newest first, without those from before it ' +
        'came into your scope. With `at` it answers the record as it was in that version.',
      refusals: ['UnknownEntity', 'ScopeNone', 'UnknownMember', 'Validation', 'NotFound', 'QueryTimeout'],
    }),
    ...PARAMETERS,
    ApiEnvelope({
      title: 'HistoryAnswer',
      description: 'The entries; with `at` the record.',
      result: {
        anyOf: [
          { type: 'array', items: ENTRY },
          { type: 'object', additionalProperties: true },
        ],
      },
      members: { NextCursor: TEXT_OR_NULL },
    }),
  );
