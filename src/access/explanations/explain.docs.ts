import { applyDecorators } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { EXPLAINED } from '#access/core/explanations/explain-access.js';
import { REASON_CODES, REASON_KINDS } from '#core/rights/reason.js';
import { SCOPES } from '#core/catalogue/scope.js';
import { ref } from '#platform/http/openapi/answer-schemas.js';
import { ApiCall, ApiEnvelope, ApiRequestHeader } from '#platform/http/openapi/api-call.js';

const UUID = { type: 'string', format: 'uuid' } as const;

const RESULT = {
  type: 'object',
  required: ['Allowed', 'Scope', 'Reasons'],
  properties: {
    Allowed: { type: 'boolean' },
    Scope: { type: 'string', enum: [...SCOPES] },
    Reasons: {
      type: 'array',
      items: {
        type: 'object',
        required: ['Kind', 'Name', 'Code', 'Params', 'Refuses', 'Text'],
        properties: {
          Kind: { type: 'string', enum: [...REASON_KINDS] },
          Name: { type: 'string' },
          Code: { type: 'string', enum: [...REASON_CODES], description: 'Names the sentence, for other languages.' },
          Params: { type: 'object', additionalProperties: true, description: 'Values of the sentence.' },
          Refuses: { type: 'boolean', description: 'True where this reason refuses; another one may still allow.' },
          Text: { type: 'string' },
          ErrorDetails: {
            type: 'array',
            items: ref('ErrorDetail'),
            description: 'Of a transition that cannot be taken: why.',
          },
        },
      },
    },
  },
};

const READERS = {
  type: 'array',
  items: {
    type: 'object',
    required: ['UserId', 'UserName', 'Reasons'],
    properties: { UserId: UUID, UserName: { type: 'string' }, Reasons: RESULT.properties.Reasons },
  },
};

/** Documents GET /api/v1/access/readers. */
export const ReadersDocs = (): MethodDecorator =>
  applyDecorators(
    ApiCall({
      operationId: 'listReaders',
      summary: 'Who may read a record',
      description:
        'Answers the active users who may read a record, each with what lets them: role, scope, clause, owner, team, share or approval task. ' +
        'For Administrators.',
      refusals: ['AdministratorRequired', 'UnknownEntity', 'UnknownMember', 'Validation', 'NotFound', 'QueryTimeout'],
    }),
    ApiRequestHeader('Prefer', '`handling=strict` refuses every unknown name of the query string.'),
    ApiQuery({ name: 'entityName', required: true, type: String, example: 'Order' }),
    ApiQuery({ name: 'recordId', required: true, schema: UUID, description: 'Record-information id of a record.' }),
    ApiEnvelope({
      title: 'ReadersAnswer',
      description: 'The users by their names; Truncated where users were not looked at within 10 s.',
      result: READERS,
      members: { Truncated: { type: 'boolean', description: 'Users were left out.' } },
    }),
  );

/** Documents GET /api/v1/access/explain. */
export const ExplainDocs = (): MethodDecorator =>
  applyDecorators(
    ApiCall({
      operationId: 'explainAccess',
      summary: 'Why something is allowed or refused',
      description:
        'Answers which role, scope, owner, team, permission, key, lock, transition or rule decides about an operation. Every member asks about ' +
        'themselves, an Administrator about any user. A record that you may not read is 404.',
      refusals: ['AdministratorRequired', 'UnknownEntity', 'UnknownMember', 'Validation', 'NotFound', 'QueryTimeout'],
    }),
    ApiRequestHeader('Prefer', '`handling=strict` refuses every unknown name of the query string.'),
    ApiQuery({ name: 'entityName', required: true, type: String, example: 'Customer' }),
    ApiQuery({ name: 'operation', required: true, enum: EXPLAINED, description: 'In any letter case.' }),
    ApiQuery({ name: 'recordId', required: false, schema: UUID, description: 'Record-information id of a record.' }),
    ApiQuery({ name: 'userId', required: false, schema: UUID, description: 'Default: the caller.' }),
    ApiQuery({
      name: 'keyId',
      required: false,
      schema: UUID,
      description: 'Key of the user, whose limits count, too.',
    }),
    ApiEnvelope({
      title: 'ExplainAnswer',
      description: 'The decision and all that leads to it.',
      result: RESULT,
    }),
  );
