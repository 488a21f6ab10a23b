import type { ReferenceObject, SchemaObject } from '@nestjs/swagger';
import { ERROR_CODES } from '#core/errors.js';

const TEXT: SchemaObject = { type: 'string' };
const WHOLE: SchemaObject = { type: 'integer', format: 'int32' };
const ID: SchemaObject = { type: 'string', format: 'uuid' };
const MAYBE_ID: SchemaObject = { type: ['string', 'null'], format: 'uuid' };
const INSTANT: SchemaObject = { type: 'string', format: 'date-time' };

/** Members of every answer except `Result`, which each route defines (docs/interface/conventions.md#envelope). */
const ENVELOPE: SchemaObject = {
  type: 'object',
  description: 'Members of every answer. Each route describes its `Result`.',
  required: ['RequestId', 'IsSuccess', 'StatusCode', 'RecordAffected', 'Errors', 'ErrorDetails'],
  properties: {
    RequestId: {
      ...TEXT,
      example: '4afb5052-59a9-4e01-ba5e-d04b10cd3db4',
      description: 'The same id as in the header X-Request-Id. Quote it when you ask for help.',
    },
    IsSuccess: { type: 'boolean', example: true },
    StatusCode: { ...TEXT, example: '200', description: 'The HTTP status, as text.' },
    RecordAffected: { ...WHOLE, description: 'Number of records that a write created or matched; 0 for queries.' },
    RecordAffectted: { ...WHOLE, description: 'The same number under its older spelling.' },
    TotalRecords: {
      type: ['integer', 'null'],
      format: 'int64',
      example: 1,
      description:
        'With a Pager the number of all matching rows in scope, otherwise of the returned rows. Null with `Count: None`.',
    },
    TotalExecutionTime: { ...WHOLE, example: 7, description: 'Milliseconds.' },
    CorrelationId: { ...MAYBE_ID, description: 'Id of a write, by which its outcome can be read. Null on reads.' },
    Log: { type: 'array', items: TEXT, example: [], description: 'Warnings about ignored members.' },
    Errors: { type: 'array', items: TEXT, example: [], description: 'One sentence per fault; never null.' },
    ErrorDetails: {
      type: 'array',
      items: ref('ErrorDetail'),
      example: [],
      description: 'The faults in structured form.',
    },
    IsFromCache: { type: 'boolean', example: false },
  },
};

const ERROR_CODE: SchemaObject = {
  type: 'string',
  enum: Object.keys(ERROR_CODES),
  description: 'Stable error code. Branch on it, never on the message.',
};

const ERROR_DETAIL: SchemaObject = {
  type: 'object',
  description: 'Fault of a request.',
  required: ['Code', 'Message'],
  properties: {
    Code: ref('ErrorCode'),
    Message: TEXT,
    FieldName: TEXT,
    Path: { ...TEXT, description: 'Location in the body, such as `Fields[3].Value[1].Fields[0]`.' },
    RowIndex: { ...WHOLE, description: 'Row of a bulk body, counted from 0.' },
    RecordId: ID,
    Params: { type: 'object', additionalProperties: true },
  },
};

const PROBLEM: SchemaObject = {
  description: 'Refusal of a request: the envelope without a result, with the members of RFC 9457.',
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
  description: 'Members of a written record that its writer may not read.',
  required: ['Id', 'RecordInformationId', 'RowVersion'],
  properties: { Id: ID, RecordInformationId: ID, RowVersion: { type: 'integer', format: 'int64', example: 1 } },
};

const RECORD: SchemaObject = {
  type: 'object',
  description: 'Flat object with the fields of the entity, then the system fields. Decimals keep all their digits.',
  additionalProperties: true,
  required: ['Id', 'RecordInformationId', 'RowVersion'],
  properties: {
    Id: ID,
    RecordInformationId: { ...ID, description: 'Identifies the record across entities, for status and approvals.' },
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

/** Schemas that answers of several modules share, by their name in the document. */
export const ANSWER_SCHEMAS = {
  Envelope: ENVELOPE,
  ErrorCode: ERROR_CODE,
  ErrorDetail: ERROR_DETAIL,
  Problem: PROBLEM,
  Record: RECORD,
  RecordIdentity: IDENTITY,
} as const;

/** Creates a reference to a shared schema. */
export function ref(name: keyof typeof ANSWER_SCHEMAS): ReferenceObject {
  return { $ref: `#/components/schemas/${name}` };
}

/** Additional members in the envelope of a page of rows. */
export const PAGE_MEMBERS: Readonly<Record<string, SchemaObject>> = {
  TotalIsExact: { type: 'boolean', example: true },
  Truncated: { type: 'boolean', example: false, description: 'Without a Pager: true when more rows match.' },
  NextCursor: { type: ['string', 'null'], example: null, description: 'With a Pager: cursor of the next page.' },
};
