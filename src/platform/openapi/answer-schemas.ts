import type { ReferenceObject, SchemaObject } from '@nestjs/swagger';

const TEXT: SchemaObject = { type: 'string' };
const WHOLE: SchemaObject = { type: 'integer', format: 'int32' };
const ID: SchemaObject = { type: 'string', format: 'uuid' };
const MAYBE_ID: SchemaObject = { type: ['string', 'null'], format: 'uuid' };
const INSTANT: SchemaObject = { type: 'string', format: 'date-time' };

/** The members every answer has (contract §2), `Result` excepted: that is each route's own. */
const ENVELOPE: SchemaObject = {
  type: 'object',
  description: 'What every answer has in common. `Result` is described at each route.',
  required: ['RequestId', 'IsSuccess', 'StatusCode', 'RecordAffected', 'Errors', 'ErrorDetails'],
  properties: {
    RequestId: {
      ...TEXT,
      example: '4afb5052-59a9-4e01-ba5e-d04b10cd3db4',
      description: 'Also the header X-Request-Id; quote it when you ask for help.',
    },
    IsSuccess: { type: 'boolean', example: true },
    StatusCode: { ...TEXT, example: '200', description: 'The HTTP status, as text.' },
    RecordAffected: { ...WHOLE, description: 'Records that a write made or matched; 0 for queries.' },
    RecordAffectted: { ...WHOLE, description: 'The same number under its older spelling.' },
    TotalRecords: {
      type: ['integer', 'null'],
      format: 'int64',
      example: 1,
      description: 'With a Pager all matching rows in scope, else the rows answered; null with `Count: None`.',
    },
    TotalExecutionTime: { ...WHOLE, example: 7, description: 'Milliseconds.' },
    CorrelationId: { ...MAYBE_ID, description: 'Of a write: the name of its outcome. Null on reads.' },
    Log: { type: 'array', items: TEXT, example: [], description: 'What was ignored, and why.' },
    Errors: { type: 'array', items: TEXT, example: [], description: 'One sentence for each fault; never null.' },
    ErrorDetails: { type: 'array', items: ref('ErrorDetail'), example: [], description: 'The same, with structure.' },
    IsFromCache: { type: 'boolean', example: false },
  },
};

const ERROR_DETAIL: SchemaObject = {
  type: 'object',
  description: 'One fault of a request.',
  required: ['Code', 'Message'],
  properties: {
    Code: { ...TEXT, description: 'Stable: branch on this, never on the message.' },
    Message: TEXT,
    FieldName: TEXT,
    Path: { ...TEXT, description: 'Where in the body, such as `Fields[3].Value[1].Fields[0]`.' },
    RowIndex: { ...WHOLE, description: 'Row of a bulk body, from 0.' },
    RecordId: ID,
    Params: { type: 'object', additionalProperties: true },
  },
};

const PROBLEM: SchemaObject = {
  description: 'A refusal: the envelope without a result, and the members of RFC 9457.',
  allOf: [ref('Envelope')],
  type: 'object',
  required: ['Result', 'type', 'title', 'status', 'detail', 'traceId'],
  properties: {
    Result: { type: 'null' },
    type: { ...TEXT, format: 'uri' },
    title: TEXT,
    status: WHOLE,
    detail: TEXT,
    traceId: TEXT,
  },
};

const IDENTITY: SchemaObject = {
  type: 'object',
  description: 'What a writer learns of a record that he may not read.',
  required: ['Id', 'RecordInformationId', 'RowVersion'],
  properties: { Id: ID, RecordInformationId: ID, RowVersion: { type: 'integer', format: 'int64', example: 1 } },
};

const RECORD: SchemaObject = {
  type: 'object',
  description: 'One flat object: the fields of the entity, then the system fields. Decimals keep all their digits.',
  additionalProperties: true,
  required: ['Id', 'RecordInformationId', 'RowVersion'],
  properties: {
    Id: ID,
    RecordInformationId: { ...ID, description: 'Names the record across entities, for status and approvals.' },
    StatusId: MAYBE_ID,
    OwnerId: ID,
    OwnerTeamId: MAYBE_ID,
    TenantId: ID,
    AppId: ID,
    EnvironmentId: ID,
    CreatedBy: ID,
    CreatedOn: INSTANT,
    UpdatedBy: ID,
    UpdatedOn: INSTANT,
    RowVersion: { type: 'integer', format: 'int64', example: 1, description: 'Grows with every change.' },
    IsDeleted: { type: 'boolean', example: false },
  },
};

/** The schemas that answers of several modules share, by the name they have in the document. */
export const ANSWER_SCHEMAS = {
  Envelope: ENVELOPE,
  ErrorDetail: ERROR_DETAIL,
  Problem: PROBLEM,
  Record: RECORD,
  RecordIdentity: IDENTITY,
} as const;

/** A reference to a shared schema. */
export function ref(name: keyof typeof ANSWER_SCHEMAS): ReferenceObject {
  return { $ref: `#/components/schemas/${name}` };
}

/** Members that the envelope of a page of rows has besides. */
export const PAGE_MEMBERS: Readonly<Record<string, SchemaObject>> = {
  TotalIsExact: { type: 'boolean', example: true },
  Truncated: { type: 'boolean', example: false, description: 'Without a Pager: there are more rows than these.' },
  NextCursor: { type: ['string', 'null'], example: null, description: 'With a Pager: where the next page begins.' },
};
