import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiParam, ApiQuery, getSchemaPath } from '@nestjs/swagger';
import { ApiCall, ApiEnvelope, ApiJsonBody, ApiRequestHeader } from '#platform/http/openapi/api-call.js';
import { JUDGED_WRITE_REFUSALS } from '#platform/http/openapi/write-refusals.js';
import { ApiIdempotencyKey } from '#platform/operations/submitted.docs.js';
import { BlueprintDto, CreatedBlueprintDto } from './blueprint-bodies.docs.js';

const EXAMPLE = {
  Name: 'NoteLifecycle',
  EntityName: 'Note',
  Statuses: [
    { Name: 'Open', IsInitial: true, Color: '#3b82f6' },
    { Name: 'Answered' },
    { Name: 'Closed', IsFinal: true },
  ],
  Transitions: [
    { Name: 'Answer', FromStatus: 'Open', ToStatus: 'Answered', RequiredFields: ['Body'] },
    { Name: 'Close', FromStatus: '*', ToStatus: 'Closed', AllowedRoles: ['SalesManager'] },
  ],
};

/** Documents POST /api/v1/blueprints. */
export const CreateBlueprintDocs = (): MethodDecorator =>
  applyDecorators(
    ApiCall({
      operationId: 'createBlueprint',
      summary: 'Create a lifecycle with its statuses and transitions',
      description:
        'All of it or nothing, with the checks of the records. Needs create scope on `Lifecycle`, `Status` and ' +
        '`Transition`. An active lifecycle is in effect at once: records without a status of it take the initial ' +
        'one. The answer waits for the outcome; it is never 202. `Log` names dead ends.',
      refusals: JUDGED_WRITE_REFUSALS,
    }),
    ApiRequestHeader('Prefer', '`handling=strict` refuses every unknown member of the body.'),
    ApiIdempotencyKey,
    ApiJsonBody(BlueprintDto, {
      'What would happen': { ...EXAMPLE, Options: { DryRun: true } },
      'A lifecycle of notes': EXAMPLE,
    }),
    ApiExtraModels(CreatedBlueprintDto),
    ApiEnvelope({
      title: 'BlueprintAnswer',
      description: 'The ids of everything that was created, in the order of the body.',
      result: { allOf: [{ $ref: getSchemaPath(CreatedBlueprintDto) }] },
    }),
  );

/** Documents GET /api/v1/blueprints/{id}/diagram. */
export const DiagramDocs = (): MethodDecorator =>
  applyDecorators(
    ApiCall({
      operationId: 'getBlueprintDiagram',
      summary: 'A lifecycle as a diagram',
      description:
        'Statuses and transitions as a state diagram of Mermaid, or drawn as SVG. Needs read scope on the entity of ' +
        'the lifecycle. The answer is the document itself, without envelope.',
      refusals: ['Validation', 'NotFound', 'ScopeNone', 'TooManyRows'],
    }),
    ApiParam({ name: 'id', schema: { type: 'string', format: 'uuid' }, description: 'Id of the lifecycle.' }),
    ApiQuery({
      name: 'format',
      required: false,
      schema: { type: 'string', enum: ['mermaid', 'svg'], default: 'mermaid' },
    }),
    ApiOkResponse({
      description: 'The diagram.',
      content: {
        'text/vnd.mermaid': { schema: { type: 'string' } },
        'image/svg+xml': { schema: { type: 'string' } },
      },
    }),
  );
