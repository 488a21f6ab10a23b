import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import { ApiCall, ApiEnvelope, ApiJsonBody } from '#platform/http/openapi/api-call.js';
import { JUDGED_WRITE_REFUSALS, MATCH_REFUSALS } from '#platform/http/openapi/write-refusals.js';
import { PreviewAccessDto, PreviewedAccessDto } from './preview.dto.js';

const ROLE = 'fa75dce4-8239-4b19-bf90-585bedf4abc2';

const EXAMPLES = {
  'Another scope for a role': {
    Changes: [
      {
        Operation: 'Upsert',
        EntityName: 'RoleAccess',
        MatchOn: ['RoleId', 'EntityName'],
        Fields: [
          { FieldName: 'RoleId', Value: ROLE },
          { FieldName: 'EntityName', Value: 'Customer' },
          { FieldName: 'Read', Value: 'Team' },
        ],
      },
    ],
  },
};

/** Documents POST /api/v1/access/preview. */
export const PreviewDocs = (): MethodDecorator =>
  applyDecorators(
    ApiCall({
      operationId: 'previewAccess',
      summary: 'Who would gain and lose what',
      description:
        'Runs steps of a batch on records that give access as a dry run, and answers the users whose access they ' +
        'change, with the numbers of records that each gains and loses. Nothing is stored. Administrators only.',
      refusals: [
        'AdministratorRequired',
        ...JUDGED_WRITE_REFUSALS,
        ...MATCH_REFUSALS,
        'PermissionRequired',
        'VersionMismatch',
        'TooManyRows',
        'DeleteBlocked',
      ],
    }),
    ApiJsonBody(PreviewAccessDto, EXAMPLES),
    ApiExtraModels(PreviewedAccessDto),
    ApiEnvelope({
      title: 'PreviewAccessAnswer',
      description: 'Changed access by entity and operation, and by user.',
      result: { allOf: [{ $ref: getSchemaPath(PreviewedAccessDto) }] },
      members: { Truncated: { type: 'boolean', description: 'Users were left out.' } },
    }),
  );
