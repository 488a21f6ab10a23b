import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiSchema, type SchemaObject } from '@nestjs/swagger';
import { ref } from '#platform/http/openapi/answer-schemas.js';
import { ANY_JSON } from '#platform/http/openapi/any-json.js';
import { ApiCall, ApiEnvelope, ApiJsonBody, ApiRequestHeader } from '#platform/http/openapi/api-call.js';
import { JUDGED_WRITE_REFUSALS } from '#platform/http/openapi/write-refusals.js';
import { ApiIdempotencyKey } from '#platform/operations/submitted.docs.js';
import { DEFAULT_BATCH_SIZE, MAX_BATCH_SIZE, ON_ERROR } from './bulk-insert.dto.js';
import { MAX_LISTED_ROWS } from './bulk-summary.js';

/** `Options` of a bulk insert. */
@ApiSchema({ name: 'BulkInsertOptions' })
class BulkInsertOptionsDto {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    default: DEFAULT_BATCH_SIZE,
    description: `Rows one statement takes, at most ${MAX_BATCH_SIZE}; more are lowered to that, with a line in \`Log\`.`,
  })
  readonly BatchSize?: number;

  @ApiPropertyOptional({
    enum: ON_ERROR,
    default: ON_ERROR[0],
    description: '`Rollback`: all rows or none. `SkipRow`: the good rows are stored, the others named.',
  })
  readonly OnError?: string;

  @ApiPropertyOptional({ default: false, description: 'Answer the Ids of the created records, in the order of rows.' })
  readonly ReturnIds?: boolean;

  @ApiPropertyOptional({ default: false, description: 'Run for real, answer what would happen, leave nothing.' })
  readonly DryRun?: boolean;
}

/** Body of POST /api/v1/records/bulk-insert. */
@ApiSchema({ name: 'BulkInsertRequest' })
class BulkInsertDto {
  @ApiProperty({ example: 'Product', description: 'In any letter case.' }) readonly EntityName!: string;

  @ApiProperty({ type: [String], minItems: 1, example: ['Sku', 'Name'], description: 'Fields, each once.' })
  readonly Fields!: string[];

  @ApiProperty({
    type: 'array',
    items: { type: 'array', items: ANY_JSON },
    description:
      'Rows, each with a value for every one of Fields, in their order. Lookups take the Id of their target or a Match.',
  })
  readonly Values!: unknown[][];

  @ApiPropertyOptional({ type: BulkInsertOptionsDto }) readonly Options?: BulkInsertOptionsDto;
}

const EXAMPLES = {
  'Two customers': {
    EntityName: 'Customer',
    Fields: ['Name', 'TaxId', 'Segment', 'RegionId'],
    Values: [
      ['Litware', 'DE900000021', 'Retail', { Match: { FieldName: 'Code', Value: 'NO' } }],
      ['Proseware', 'DE900000022', 'Wholesale', { Match: { FieldName: 'Code', Value: 'SO' } }],
    ],
  },
  'Good rows only, a lookup by code': {
    EntityName: 'Customer',
    Fields: ['Name', 'TaxId', 'RegionId'],
    Values: [
      ['Fabrikam', 'DE900000011', { Match: { FieldName: 'Code', Value: 'NO' } }],
      ['Taken', 'DE811111111', { Match: { FieldName: 'Code', Value: 'NO' } }],
    ],
    Options: { OnError: 'SkipRow', ReturnIds: true },
  },
};

const COUNT: SchemaObject = { type: 'integer', minimum: 0 };
const TEXT: SchemaObject = { type: 'string' };

const ROW_ERROR: SchemaObject = {
  type: 'object',
  required: ['RowIndex', 'FieldName', 'Code', 'Message'],
  properties: {
    RowIndex: { ...COUNT, description: 'From 0.' },
    FieldName: { type: ['string', 'null'] },
    Code: ref('ErrorCode'),
    Message: TEXT,
  },
};

const RESULT: SchemaObject = {
  type: 'object',
  required: ['Inserted', 'Failed', 'Batches', 'RowErrors'],
  properties: {
    Inserted: COUNT,
    Failed: COUNT,
    Batches: COUNT,
    Ids: { type: 'array', items: { type: 'string', format: 'uuid' } },
    RowErrors: { type: 'array', maxItems: MAX_LISTED_ROWS, items: ROW_ERROR },
  },
};

/** Documents POST /api/v1/records/bulk-insert. */
export const BulkInsertDocs = (): MethodDecorator =>
  applyDecorators(
    ApiCall({
      operationId: 'bulkInsertRecords',
      summary: 'Create many records of one entity',
      description:
        'Rows go in batches through the same rules, defaults, lookups and automatic numbers as single inserts, ' +
        'all in one transaction. Needs the create scope, which also limits who may be named `OwnerId`. It always ' +
        'answers when everything is done, never 202.',
      refusals: JUDGED_WRITE_REFUSALS,
    }),
    ApiRequestHeader('Prefer', '`handling=strict` refuses every unknown member of the body.'),
    ApiIdempotencyKey,
    ApiJsonBody(BulkInsertDto, EXAMPLES),
    ApiEnvelope({
      title: 'BulkInsertAnswer',
      description: 'How many rows were stored, and what is wrong with the others.',
      result: RESULT,
    }),
  );
