import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { grantedPermissions } from '../../core/access.js';
import type { RequestContext } from '../../core/context.js';
import { Context } from '../../platform/http/decorators.js';
import { Reply } from '../../platform/http/reply.js';
import { ApiCall, ApiEnvelope } from '../../platform/openapi/api-call.js';
import { GrantedPermissionDto } from './access.dto.js';

/** The caller's named permissions, from the catalogue: no statement is run. */
@ApiTags('Access')
@Controller('api/v1/permissions')
export class PermissionsController {
  /** Those that a role of the caller grants, by name (contract §6, §14.6). */
  @Get()
  @ApiCall({
    operationId: 'getPermissions',
    summary: 'My permissions',
    description:
      'The named permissions that the caller’s roles grant, and which roles those are. An Administrator passes wherever a permission is asked for, and is listed the granted ones like everybody.',
    refusals: [],
  })
  @ApiEnvelope({
    title: 'PermissionsAnswer',
    description: 'One row for each granted permission, by name.',
    result: [GrantedPermissionDto],
  })
  permissions(@Context() ctx: RequestContext): Reply {
    const granted = [...grantedPermissions(ctx)].toSorted(([a], [b]) => (a < b ? -1 : 1));
    const result: readonly GrantedPermissionDto[] = granted.map(([Name, roles]) => ({
      Name,
      Source: roles.toSorted().join(', '),
    }));
    return new Reply({ result, totalRecords: result.length });
  }
}
