import { applyDecorators } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiParam,
  ApiProperty,
  ApiPropertyOptional,
  ApiSchema,
  type SchemaObject,
} from '@nestjs/swagger';
import type { ErrorCode } from '#core/errors.js';
import { RUN_STATES, STEP_STATES } from '#core/catalogue/run.js';
import { ref } from '#platform/http/openapi/answer-schemas.js';
import { ApiCall, ApiEnvelope, ApiJsonBody, ApiRequestHeader } from '#platform/http/openapi/api-call.js';
import { WhereClauseDto } from '#platform/http/openapi/where-clause.docs.js';
import { ApiSubmitted } from '#platform/operations/submitted.docs.js';
import { ZIP_CONTENT, ZIP_HEADERS } from '#automation/files/run-files.docs.js';

const UUID: SchemaObject = { type: 'string', format: 'uuid' };
const TEXT: SchemaObject = { type: 'string' };

const RUN: SchemaObject = {
  type: 'object',
  required: ['RunId', 'State', 'Output', 'Steps'],
  properties: {
    RunId: { ...UUID, description: '`Id` of the `WorkflowRun`.' },
    State: { type: 'string', enum: [...RUN_STATES] },
    Output: { description: 'Output of the last action.' },
    Steps: {
      type: 'array',
      items: {
        type: 'object',
        required: ['Name', 'Type', 'State'],
        properties: {
          Name: TEXT,
          Type: TEXT,
          State: { type: 'string', enum: [...STEP_STATES] },
          Error: {
            type: 'object',
            additionalProperties: true,
            description: 'Fault of a step that `OnError` passed over: `{Message, Status, Faults}`.',
          },
        },
      },
    },
  },
};

/** Body of POST /api/v1/workflows/execute/{workflowId}. */
@ApiSchema({ name: 'ExecuteWorkflowRequest' })
class ExecuteWorkflowDto {
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    example: { OrderId: '13723689-9378-4f86-94f0-17d8f460ec43' },
    description: 'Values of the tokens by name. A body without it is the values themselves.',
  })
  readonly Reqtokens?: object;
}

/** Body of POST /api/v1/workflows/runs/{runId}/retry. */
@ApiSchema({ name: 'RetryRunRequest' })
class RetryRunDto {
  @ApiPropertyOptional({
    example: 'Inform',
    description:
      'Name or Id of a failed HttpCall, SendEmail or coded action of a completed run; only that step is repeated.',
  })
  readonly Step?: string;
}

/** Body of POST /api/v1/workflows/runs/cancel. */
@ApiSchema({ name: 'CancelRunsRequest' })
class CancelRunsDto {
  @ApiProperty({ type: WhereClauseDto, description: 'What the runs must meet; a clause on `WorkflowRun`.' })
  readonly WhereClause!: WhereClauseDto;
}

const REFUSALS: readonly ErrorCode[] = ['NotFound', 'Validation', 'QueryTimeout'];

const WORKFLOW_ID = {
  name: 'workflowId',
  schema: { ...UUID, example: 'dd06b87b-1a58-48c1-b977-396412c89b52' },
  examples: {
    ExportOrderDocuments: { value: 'dd06b87b-1a58-48c1-b977-396412c89b52', summary: 'ExportOrderDocuments' },
    BlockCustomer: { value: '9cbfd3fe-7006-4245-bde6-79e5d694697a', summary: 'BlockCustomer, as mona.manager' },
  },
  description: 'Id of the workflow.',
};
const RUN_ID = { name: 'runId', schema: UUID, description: 'Id of the run.' };

/** Documents the 200 of a route that answers a run: the envelope, or the zip that the run has made. */
const ApiRun = (title: string): MethodDecorator =>
  ApiEnvelope({
    title,
    description: 'The run, when it has completed; or its last zip, if it has made one.',
    result: RUN,
    headers: ZIP_HEADERS,
    content: ZIP_CONTENT,
  });

/** Documents POST /api/v1/workflows/execute/{workflowId}. */
export const ExecuteWorkflowDocs = (): MethodDecorator =>
  applyDecorators(
    ApiCall({
      operationId: 'executeWorkflow',
      summary: 'Execute a workflow',
      description:
        'Executes an active workflow of type Manual. `AllowedRoles` and `RequiredPermission` must both hold; a ' +
        'workflow without either is for Administrators. The answer has the run, or the zip that it has made. A step ' +
        'that fails gives its own error, with `RunId` and `Step` in `Params`. A client that reads JSON only sends ' +
        '`Prefer: respond-async`, waits until the operation has completed, and gets the zip by `getRunFile`.',
      refusals: [...REFUSALS, 'PermissionRequired', 'AdministratorRequired', 'UnknownMember'],
    }),
    ApiParam(WORKFLOW_ID),
    ApiSubmitted(),
    ApiJsonBody(ExecuteWorkflowDto, {
      'ExportOrderDocuments: a zip': { Reqtokens: { OrderId: '13723689-9378-4f86-94f0-17d8f460ec43' } },
      'BlockCustomer, as mona.manager': {
        Reqtokens: { CustomerId: 'ca1f151d-33b0-4b34-bdaf-4ced3e48255a', Reason: 'Unpaid invoices' },
      },
    }),
    ApiRun('WorkflowRunAnswer'),
  );

/** Documents POST /api/v1/workflows/runs/{runId}/retry. */
export const RetryRunDocs = (): MethodDecorator =>
  applyDecorators(
    ApiCall({
      operationId: 'retryRun',
      summary: 'Go on with a failed run',
      description:
        'Goes on at the step that failed, or repeats one step that `OnError` passed over. For the user of the run and ' +
        'Administrators.',
      refusals: [...REFUSALS, 'UnknownMember', 'Conflict'],
    }),
    ApiParam(RUN_ID),
    ApiRequestHeader(
      'Prefer',
      '`handling=strict` refuses every unknown member of the body. `wait=N` waits up to N seconds (at most 30) for the ' +
        'end of the run, `respond-async` not at all; then the answer is 202.',
    ),
    ApiAcceptedResponse({ description: 'The run goes on. Its outcome is at `Location`.', schema: ref('Envelope') }),
    ApiJsonBody(RetryRunDto, {}, { required: false }),
    ApiRun('RetryRunAnswer'),
  );

/** Documents POST /api/v1/workflows/runs/{runId}/cancel. */
export const CancelRunDocs = (): MethodDecorator =>
  applyDecorators(
    ApiCall({
      operationId: 'cancelRun',
      summary: 'Cancel a run',
      description:
        'Ends a run between two steps: at once while it waits, else after its current step. For the user of the run ' +
        'and Administrators.',
      refusals: [...REFUSALS, 'Conflict'],
    }),
    ApiParam(RUN_ID),
    ApiEnvelope({
      title: 'CancelRunAnswer',
      description: 'The state of the run.',
      result: {
        type: 'object',
        required: ['RunId', 'State'],
        properties: { RunId: UUID, State: { type: 'string', enum: ['Cancelled', 'Running'] } },
      },
    }),
  );

/** Documents POST /api/v1/workflows/runs/cancel. */
export const CancelRunsDocs = (): MethodDecorator =>
  applyDecorators(
    ApiCall({
      operationId: 'cancelRuns',
      summary: 'Cancel all runs that meet a where-clause',
      description:
        'Ends runs in the queue: at once those that wait, others after their current step. The clause is one on ' +
        '`WorkflowRun`. For Administrators.',
      refusals: [
        'Validation',
        'WhereClauseRequired',
        'BadFilter',
        'UnknownField',
        'UnknownMember',
        'AdministratorRequired',
      ],
    }),
    ApiJsonBody(CancelRunsDto, {
      'runs of a trigger': {
        WhereClause: {
          Filters: [{ FieldName: 'TriggerId', Operator: 'EqualTo', Value: 'dd06b87b-1a58-48c1-b977-396412c89b52' }],
        },
      },
    }),
    ApiEnvelope({
      title: 'CancelRunsAnswer',
      description: 'Numbers of runs: those that have ended, and those that end after their current step.',
      result: {
        type: 'object',
        required: ['Cancelled', 'Stopping'],
        properties: { Cancelled: { type: 'integer' }, Stopping: { type: 'integer' } },
      },
    }),
  );
