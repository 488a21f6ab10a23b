import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiQuery, ApiSchema, type SchemaObject } from '@nestjs/swagger';
import type { ErrorCode } from '#core/errors.js';
import { ANY_JSON } from '#platform/http/openapi/any-json.js';
import { ApiCall, ApiEnvelope, ApiJsonBody, ApiRequestHeader } from '#platform/http/openapi/api-call.js';
import { WriteOptionsDto } from '#platform/http/openapi/write-options.docs.js';
import { JUDGED_WRITE_REFUSALS, WRITE_REFUSALS } from '#platform/http/openapi/write-refusals.js';
import { ApiIdempotencyKey } from '#platform/operations/submitted.docs.js';
import { MAX_RECORDS } from './status.dto.js';
import { AVAILABLE_MOVES, MOVED_RECORD, MOVED_RECORDS } from './status-results.docs.js';

const UUID: SchemaObject = { type: 'string', format: 'uuid' };
/** An order of the demo in Draft, and the status Submitted: nina.north may move the one to the other. */
const DRAFT_ORDER = '3d960502-dfae-4da6-b1af-b0f48b304f88';
const SUBMITTED = 'd18886d9-75d0-46ef-b514-919cd0584541';
const TEXT: SchemaObject = { type: 'string' };
const REFUSALS: readonly ErrorCode[] = [
  'UnknownEntity',
  'ScopeNone',
  'UnknownMember',
  'Validation',
  'NotFound',
  'QueryTimeout',
];

const MOVE_REFUSALS: readonly ErrorCode[] = [
  'NotFound',
  'PermissionRequired',
  'VersionMismatch',
  'ApprovalLocked',
  'TransitionNotAllowed',
  'ValidatorFailed',
];

const RecordParameters = applyDecorators(
  ApiQuery({
    name: 'recordId',
    schema: { ...UUID, example: DRAFT_ORDER },
    description: 'Record-information id, not the `Id`.',
  }),
  ApiQuery({
    name: 'entityName',
    required: false,
    schema: TEXT,
    description: 'Entity of the record, in any letter case; by default it is found by the id.',
  }),
);

/** Documents GET /api/v1/status/available. */
export const AvailableDocs = (): MethodDecorator =>
  applyDecorators(
    ApiCall({
      operationId: 'getAvailableStatuses',
      summary: 'Statuses a record can move to',
      description:
        'Lists the transitions out of the present status whose filters and validators hold and that the roles and ' +
        'permissions of the caller allow. It is advice: the move checks everything again. Needs read scope of the ' +
        'record; without update scope the list is empty.',
      refusals: REFUSALS,
    }),
    ApiRequestHeader('Prefer', '`handling=strict` refuses every unknown name of the query string.'),
    RecordParameters,
    ApiQuery({
      name: 'includeBlocked',
      required: false,
      schema: { type: 'boolean', default: false },
      description: 'Adds `Blocked`: transitions that a validator, a lock or the scope blocks.',
    }),
    ApiEnvelope({ title: 'AvailableStatusesAnswer', description: 'The moves of the record.', result: AVAILABLE_MOVES }),
  );

/** An element of `Fields` of a move. */
@ApiSchema({ name: 'MovedField' })
class MovedFieldDto {
  @ApiProperty({ example: 'Notes', description: 'A field of the record.' }) readonly FieldName!: string;

  @ApiProperty({
    ...ANY_JSON,
    example: 'Deliver to the back door.',
    description: 'A value of the field’s type; of a lookup the Id of its target or a Match.',
  })
  readonly Value!: unknown;
}

/** Body of PUT /api/v1/status/update. */
@ApiSchema({ name: 'MoveRequest' })
class MoveDto {
  @ApiPropertyOptional({ description: 'Kept in the history.' }) readonly Comment?: string;

  @ApiPropertyOptional({
    type: [MovedFieldDto],
    description: 'Fields that the move sets along with the status, by the rules of an update.',
  })
  readonly Fields?: MovedFieldDto[];

  @ApiPropertyOptional({ type: WriteOptionsDto }) readonly Options?: WriteOptionsDto;
}

const MOVE_EXAMPLES = {
  'Tried with fields, nothing stored': {
    Fields: [{ FieldName: 'Notes', Value: 'Deliver to the back door.' }],
    Options: { DryRun: true },
  },
  'With a comment': { Comment: 'Agreed by phone.' },
};

/** Documents PUT /api/v1/status/update. */
export const MoveDocs = (): MethodDecorator =>
  applyDecorators(
    ApiCall({
      operationId: 'updateStatus',
      summary: 'Move a record to another status',
      description:
        'Takes the first transition from the present status to `nextStatusId` whose filters, roles, permission and ' +
        'validators hold, judged again with the record locked. Needs update scope of the record. A move is an ' +
        'update: hooks and rules apply, and it is one change of the record with one row of the history. It always ' +
        'answers when it is done, never 202.',
      refusals: [...JUDGED_WRITE_REFUSALS, ...MOVE_REFUSALS],
    }),
    ApiIdempotencyKey,
    ApiRequestHeader('If-Match', 'RowVersion, such as `"3"`, that the record must have; else 412.'),
    RecordParameters,
    ApiQuery({
      name: 'nextStatusId',
      schema: { type: 'string', example: SUBMITTED },
      description: 'Id or name of a status of the lifecycle of the entity.',
    }),
    ApiJsonBody(MoveDto, MOVE_EXAMPLES, { required: false }),
    ApiEnvelope({ title: 'MoveAnswer', description: 'The move, and the moves that follow it.', result: MOVED_RECORD }),
  );

/** Body of POST /api/v1/status/bulk-update. */
@ApiSchema({ name: 'BulkMoveRequest' })
class BulkMoveDto {
  @ApiProperty({
    type: 'array',
    items: { type: 'string', format: 'uuid' },
    minItems: 1,
    maxItems: MAX_RECORDS,
    description: 'Record-information ids, of any entities with an active lifecycle.',
  })
  readonly RecordIds!: string[];

  @ApiProperty({ description: 'Id or name of a status.' }) readonly NextStatusId!: string;

  @ApiPropertyOptional({ description: 'Entity of all records, in any letter case.' }) readonly EntityName?: string;

  @ApiPropertyOptional({ description: 'Kept in the history of each record.' }) readonly Comment?: string;

  @ApiPropertyOptional({ type: WriteOptionsDto }) readonly Options?: WriteOptionsDto;
}

const BULK_EXAMPLES = {
  'Two orders': {
    EntityName: 'Order',
    RecordIds: [DRAFT_ORDER, 'c41d1265-2757-4120-839b-5cfc4475b4e7'],
    NextStatusId: SUBMITTED,
  },
};

/** Documents POST /api/v1/status/bulk-update. */
export const BulkMoveDocs = (): MethodDecorator =>
  applyDecorators(
    ApiCall({
      operationId: 'updateStatuses',
      summary: 'Move many records to a status',
      description:
        'Moves each record by the rules of the single move, in one transaction. A record that is refused takes no ' +
        'other along: the answer is 200 with an outcome for each record, in the order of the request. It always ' +
        'answers when it is done, never 202.',
      refusals: [...WRITE_REFUSALS, 'ScopeNone'],
    }),
    ApiIdempotencyKey,
    ApiJsonBody(BulkMoveDto, BULK_EXAMPLES),
    ApiEnvelope({ title: 'BulkMoveAnswer', description: 'An outcome for each record.', result: MOVED_RECORDS }),
  );
