import { applyDecorators } from '@nestjs/common';
import { ApiParam, ApiQuery } from '@nestjs/swagger';
import { ApiCall, ApiEnvelope, ApiRequestHeader } from '#platform/http/openapi/api-call.js';
import { RECORD_FLAGS } from './record-request.dto.js';

const LISTS: readonly (readonly [name: string, description: string])[] = [
  [
    'selectedFields',
    'Fields of the record, separated by commas; dotted names follow lookups, `*` stands for all fields.',
  ],
  ['includes', 'Relations, child entities or lookups whose records are included, separated by commas.'],
];

const FLAGS: Readonly<Record<(typeof RECORD_FLAGS)[number], string>> = {
  LoadLookUpValues: 'Shows lookups as `{Id, <display field>}`.',
  LoadChildren: 'Includes the children of all relations.',
  LoadRecordInfo: 'Adds the system fields as an object `RecordInfo`.',
  IncludeDeleted: 'Answers the record though it is deleted; Administrators only.',
};

const inCamelCase = (name: string): string => name[0].toLowerCase() + name.slice(1);

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
  ...LISTS.map(([name, description]) => ApiQuery({ name, description, required: false, schema: { type: 'string' } })),
  ...RECORD_FLAGS.map((name) =>
    ApiQuery({
      name: inCamelCase(name),
      description: FLAGS[name],
      required: false,
      schema: { type: 'boolean', default: false },
    }),
  ),
];

/** Documents GET /api/v1/records/{entity}/{id}. */
export const GetRecordDocs = (): MethodDecorator =>
  applyDecorators(
    ApiCall({
      operationId: 'getRecord',
      summary: 'One record',
      description:
        'Answers a record that you may read, as a query answers it. A record that does not exist and one that you may ' +
        'not read are 404 alike.',
      refusals: [
        'UnknownEntity',
        'ScopeNone',
        'AdministratorRequired',
        'UnknownMember',
        'Validation',
        'UnknownField',
        'NotFound',
        'QueryTimeout',
      ],
    }),
    ApiRequestHeader('Prefer', '`handling=strict` refuses every unknown name of the query string.'),
    ...PARAMETERS,
    ApiEnvelope({
      title: 'RecordAnswer',
      description: 'The record.',
      result: { type: 'object', additionalProperties: true },
      headers: {
        ETag: {
          description: 'The `RowVersion`, as If-Match takes it, if the answer has it.',
          schema: { type: 'string' },
        },
      },
    }),
  );
