import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { grantedPermissions } from '#core/rights/access.js';
import type { RequestContext } from '#core/context/context.js';
import { Context } from '#platform/http/decorators.js';
import { Reply } from '#platform/http/reply.js';
import { ApiCall, ApiEnvelope } from '#platform/http/openapi/api-call.js';
import { GrantedPermissionDto } from './access.dto.js';

/** Answers the caller's named permissions from the catalogue, without a database statement. */
@ApiTags('Access')
@Controller('api/v1/permissions')
export class PermissionsController {
  /** Answers the permissions that a role of the caller grants, by name (docs/interface/access.md#permissions). */
  @Get()
  @ApiCall({
    operationId: 'getPermissions',
    summary: 'My permissions',
    description:
      'Lists the named permissions that the caller’s roles grant, each with these roles. An Administrator ' +
      'passes every check of a permission, but sees only granted ones in this list.',
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
