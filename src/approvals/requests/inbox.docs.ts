import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiQuery, ApiSchema } from '@nestjs/swagger';
import { ApiCall, ApiEnvelope, ApiRequestHeader } from '#platform/http/openapi/api-call.js';
import { DEFAULT_INBOX_PAGE_SIZE, MAX_INBOX_PAGE_SIZE } from './read-inbox.dto.js';

const uuid = (example: string, description?: string) => ({
  format: 'uuid',
  example,
  ...(description && { description }),
});

/** An element of the answer of GET /approvals/inbox. */
@ApiSchema({ name: 'InboxTask' })
class InboxTaskDto {
  @ApiProperty(uuid('3f0f2b0e-0d5c-4a3e-8f6e-1a2b3c4d5e6f')) readonly TaskId!: string;
  @ApiProperty(uuid('8a1c7f52-9b1e-4f77-9c06-0e4b1d2c3a4f', '`ApprovalRequestId` of the decision.'))
  readonly RequestId!: string;
  @ApiProperty({ type: 'string', nullable: true, example: 'OrderApproval' }) readonly ProcessName!: string | null;
  @ApiProperty({ example: 'Order' }) readonly EntityName!: string;
  @ApiProperty({
    type: 'string',
    nullable: true,
    ...uuid('13723689-9378-4f86-94f0-17d8f460ec43', '`Id` of the record.'),
  })
  readonly RecordId!: string | null;
  @ApiProperty(uuid('5f86a7fc-af94-41c3-b7b3-aa8fd8c037cc')) readonly RecordInformationId!: string;
  @ApiProperty({
    type: 'string',
    nullable: true,
    example: 'SO-2026-000042',
    description: 'Display field of the record.',
  })
  readonly Text!: string | null;
  @ApiProperty({ type: 'integer', example: 1 }) readonly Step!: number;
  @ApiProperty({ example: 'SalesApproval' }) readonly StepName!: string;
  @ApiProperty({ type: 'string', nullable: true, ...uuid('4cccf00c-8d3e-4c26-9de8-70f12932cdd3') })
  readonly RequestedBy!: string | null;
  @ApiProperty({ type: 'string', nullable: true, example: 'Nina North' }) readonly RequestedByName!: string | null;
  @ApiProperty({ format: 'date-time', example: '2026-03-02T09:15:00Z' }) readonly RequestedOn!: string;
  @ApiProperty({ type: 'string', nullable: true, format: 'date-time', example: '2026-03-04T09:15:00Z' })
  readonly DueOn!: string | null;
  @ApiProperty({
    type: 'string',
    nullable: true,
    example: 'Needed this week.',
    description: 'Comment of the requester, its first 1,000 characters.',
  })
  readonly Comment!: string | null;
  @ApiProperty({
    type: 'string',
    nullable: true,
    ...uuid('a60fbae8-5490-4c73-b41c-c92097b5dadf', 'User who has passed the task on; null: nobody has.'),
  })
  readonly DelegatedBy!: string | null;
  @ApiProperty({ description: 'The task is overdue, and was escalated.' }) readonly IsEscalated!: boolean;
}

/** Documents GET /api/v1/approvals/inbox. */
export const GetInboxDocs = (): MethodDecorator =>
  applyDecorators(
    ApiCall({
      operationId: 'getInbox',
      summary: 'Decisions that wait for me',
      description:
        'Lists the caller’s open approval tasks, earliest due first. A decision is inserted into ' +
        '`ApprovalDecision` with the `RequestId`. Needs no scope: assignees see their own tasks.',
      refusals: ['UnknownEntity', 'AdministratorRequired', 'UnknownMember', 'Validation', 'QueryTimeout'],
    }),
    ApiRequestHeader('Prefer', '`handling=strict` refuses every unknown name of the query string.'),
    ApiQuery({
      name: 'entityName',
      description: 'Only tasks about records of this entity.',
      required: false,
      schema: { type: 'string' },
    }),
    ApiQuery({ name: 'pageNumber', required: false, schema: { type: 'integer', minimum: 1, default: 1 } }),
    ApiQuery({
      name: 'pageSize',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: MAX_INBOX_PAGE_SIZE, default: DEFAULT_INBOX_PAGE_SIZE },
    }),
    ApiQuery({
      name: 'unassigned',
      description: 'For Administrators: the open tasks of nobody, or of disabled users.',
      required: false,
      schema: { type: 'boolean', default: false },
    }),
    ApiEnvelope({
      title: 'InboxAnswer',
      description: 'One object for each task; `TotalRecords` counts all.',
      result: [InboxTaskDto],
    }),
  );
