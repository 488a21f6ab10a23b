import type { SchemaObject } from '@nestjs/swagger';
import { ref } from '#platform/http/openapi/answer-schemas.js';

const UUID: SchemaObject = { type: 'string', format: 'uuid' };
const TEXT: SchemaObject = { type: 'string' };
const TEXT_OR_NULL: SchemaObject = { type: ['string', 'null'] };
const UUID_OR_NULL: SchemaObject = { type: ['string', 'null'], format: 'uuid' };

const OFFERED = {
  Id: { ...UUID, description: 'Of the transition.' },
  Name: TEXT,
  ToStatusId: UUID,
  ToStatusName: TEXT,
  Color: TEXT_OR_NULL,
  RequiredFields: { type: 'array', items: TEXT, description: 'Fields that need a value for this move.' },
} as const satisfies Record<string, SchemaObject>;

const TEXTS: SchemaObject = { type: 'array', items: TEXT };
const FAULTS: SchemaObject = { type: 'array', items: ref('ErrorDetail') };
const OFFERED_NAMES = Object.keys(OFFERED);

/** Texts for people, in their language where the definition has it; outcomes of moves have none. */
const LABELS: Readonly<Record<string, SchemaObject>> = { Label: TEXT, Help: TEXT, ToStatusLabel: TEXT };

const TO_STATUS_LIST: SchemaObject = {
  type: 'array',
  items: { type: 'object', required: OFFERED_NAMES, properties: { ...OFFERED, ...LABELS } },
};

/** Result of GET /api/v1/status/available. */
export const AVAILABLE_MOVES: SchemaObject = {
  type: 'object',
  required: ['RecordId', 'FromStatusId', 'FromStatusName', 'ToStatusList'],
  properties: {
    RecordId: { ...UUID, description: 'Record-information id.' },
    FromStatusId: UUID_OR_NULL,
    FromStatusName: TEXT_OR_NULL,
    FromStatusLabel: TEXT,
    ToStatusList: TO_STATUS_LIST,
    Blocked: {
      type: 'array',
      description: 'With `includeBlocked`: transitions that something blocks, with the reasons.',
      items: {
        type: 'object',
        required: [...OFFERED_NAMES, 'Reasons', 'ErrorDetails'],
        properties: {
          ...OFFERED,
          ...LABELS,
          Reasons: TEXTS,
          ErrorDetails: FAULTS,
        },
      },
    },
  },
};

/** Result of PUT /api/v1/status/update. */
export const MOVED_RECORD: SchemaObject = {
  type: 'object',
  required: ['RecordId', 'FromStatusId', 'StatusId', 'StatusName', 'TransitionId', 'HistoryId', 'ToStatusList'],
  properties: {
    RecordId: { ...UUID, description: 'Record-information id.' },
    FromStatusId: UUID_OR_NULL,
    StatusId: UUID,
    StatusName: TEXT,
    TransitionId: UUID,
    HistoryId: { ...UUID, description: 'Of the `StatusHistory` record.' },
    ToStatusList: TO_STATUS_LIST,
  },
};

/** Result of POST /api/v1/status/bulk-update. */
export const MOVED_RECORDS: SchemaObject = {
  type: 'array',
  items: {
    type: 'object',
    required: ['RecordId', 'IsSuccess', 'StatusCode', 'StatusId', 'Errors', 'ErrorDetails'],
    properties: {
      RecordId: UUID,
      IsSuccess: { type: 'boolean' },
      StatusCode: { ...TEXT, description: 'That the single move would have had.' },
      StatusId: { ...UUID_OR_NULL, description: 'The new status; of a record that was refused its status, if known.' },
      Errors: TEXTS,
      ErrorDetails: FAULTS,
    },
  },
};
