import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiProperty, ApiPropertyOptional, ApiSchema, getSchemaPath } from '@nestjs/swagger';
import { FILE_KINDS } from '#definitions/core/documents/file-kinds.js';
import { FORMAT_VERSION } from '#definitions/core/documents/export-document.js';
import { ApiCall, ApiEnvelope, ApiJsonBody, ApiRequestHeader, BODY_REFUSALS } from '#platform/http/openapi/api-call.js';
import { JUDGED_WRITE_REFUSALS } from '#platform/http/openapi/write-refusals.js';
import { ApiIdempotencyKey } from '#platform/operations/submitted.docs.js';

const ACTIONS = ['Create', 'Update', 'Delete'] as const;

/** An element of `Changes`. */
@ApiSchema({ name: 'EnvironmentChange' })
class ChangeDto {
  @ApiProperty({ enum: FILE_KINDS.map(({ entity }) => entity), example: 'Field' }) readonly Kind!: string;
  @ApiProperty({ example: 'Customer.Phone' }) readonly Name!: string;
  @ApiProperty({ enum: ACTIONS, example: 'Update' }) readonly Action!: string;
  @ApiProperty({ type: [String], example: ['MaxLength'], description: 'Members that change.' })
  readonly Fields!: string[];
  @ApiPropertyOptional({ description: 'What the change does to stored records.' }) readonly Risk?: string;
  @ApiPropertyOptional({ type: 'integer', description: 'Number of records of the entity, deleted ones included.' })
  readonly Rows?: number;
}

/** `Result` of plan and apply. */
@ApiSchema({ name: 'EnvironmentPlan' })
class EnvironmentPlanDto {
  @ApiProperty({ description: 'Of the definitions; after an apply the new one.' }) readonly Version!: string;
  @ApiProperty({ type: [ChangeDto] }) readonly Changes!: ChangeDto[];
}

/** `Options` of an apply. */
@ApiSchema({ name: 'EnvironmentApplyOptions' })
class ApplyOptionsDto {
  @ApiPropertyOptional({ default: false, description: 'Apply for real with all checks, and leave nothing.' })
  readonly DryRun?: boolean;
}

/** Body of plan and apply. */
@ApiSchema({ name: 'EnvironmentDocument' })
class EnvironmentDocumentDto {
  @ApiPropertyOptional({ type: 'integer', enum: [Number(FORMAT_VERSION)] }) readonly FormatVersion?: number;
  @ApiPropertyOptional({ default: false, description: 'Delete the definitions that the document lacks.' })
  readonly Prune?: boolean;
  @ApiPropertyOptional({ description: 'Version of the plan; with another one by now an apply answers 412.' })
  readonly Version?: string;
  @ApiPropertyOptional({ type: ApplyOptionsDto }) readonly Options?: ApplyOptionsDto;
}

const EXAMPLE = { FormatVersion: 1, Permissions: [{ Name: 'Reports.Export', Description: 'Export reports' }] };

const planned = (title: string, description: string): MethodDecorator =>
  applyDecorators(
    ApiExtraModels(EnvironmentPlanDto),
    ApiEnvelope({ title, description, result: { allOf: [{ $ref: getSchemaPath(EnvironmentPlanDto) }] } }),
  );

/** Documents GET /api/v1/environment/export. */
export const ExportEnvironmentDocs = (): MethodDecorator =>
  applyDecorators(
    ApiCall({
      operationId: 'exportEnvironment',
      summary: 'Definitions of the environment as a document',
      description:
        'Entities, roles, saved queries, lifecycles, workflows and all other definitions with their ids, in the format ' +
        'of definition files. Equal definitions give equal documents. Never users, records or secrets. For ' +
        'Administrators.',
      refusals: ['AdministratorRequired'],
    }),
    ApiEnvelope({
      title: 'EnvironmentExportAnswer',
      description: 'The document.',
      result: { type: 'object', additionalProperties: true },
    }),
  );

/** Documents POST /api/v1/environment/plan. */
export const PlanEnvironmentDocs = (): MethodDecorator =>
  applyDecorators(
    ApiCall({
      operationId: 'planEnvironment',
      summary: 'What applying a document would change',
      description:
        'Compares a document with the environment and names each change with its risk for stored records. Reads only. ' +
        'For Administrators.',
      refusals: ['AdministratorRequired', ...BODY_REFUSALS, 'FieldRule', 'Conflict', 'QueryTimeout'],
    }),
    ApiJsonBody(EnvironmentDocumentDto, { 'A new permission': EXAMPLE }),
    planned('EnvironmentPlanAnswer', 'The changes in their order.'),
  );

/** Documents POST /api/v1/environment/apply. */
export const ApplyEnvironmentDocs = (): MethodDecorator =>
  applyDecorators(
    ApiCall({
      operationId: 'applyEnvironment',
      summary: 'Bring the environment to a document',
      description:
        'Creates, changes and, with `Prune`, deletes definitions in one transaction, with the checks of writes of their ' +
        'records. The answer waits for the outcome; it is never 202. A second apply changes nothing. For Administrators.',
      refusals: [...JUDGED_WRITE_REFUSALS, 'VersionMismatch', 'DeleteBlocked'],
    }),
    ApiRequestHeader('Prefer', '`handling=strict` refuses every unknown member of the body.'),
    ApiIdempotencyKey,
    ApiJsonBody(EnvironmentDocumentDto, {
      'What would happen': { ...EXAMPLE, Options: { DryRun: true } },
      'A new permission': EXAMPLE,
    }),
    planned('EnvironmentApplyAnswer', 'What was changed.'),
  );
