import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { grantedPermissions } from '#core/rights/access.js';
import type { RequestContext } from '#core/context/context.js';
import { Context } from '#platform/http/decorators.js';
import { Reply } from '#platform/http/reply.js';
import { ApiCall, ApiEnvelope } from '#platform/http/openapi/api-call.js';
import type { QueryString } from '#core/requests/query-string.js';
import { AskedUsers } from '#access/users/asked-users.service.js';
import { ApiUserId, readUserQuery } from '#access/users/user-id.dto.js';
import { chain, type Eventually } from '#platform/auth/eventually.js';
import { GrantedPermissionDto } from './access.dto.js';

/** Answers named permissions from the catalogue, those of the caller without a database statement. */
@ApiTags('Access')
@Controller('api/v1/permissions')
export class PermissionsController {
  constructor(private readonly users: AskedUsers) {}

  /** Answers the permissions that a role of the user grants, by name (docs/interface/access.md#permissions). */
  @Get()
  @ApiCall({
    operationId: 'getPermissions',
    summary: 'My permissions',
    description:
      'Lists the named permissions that the caller’s roles grant, each with these roles. An Administrator ' +
      'passes every check of a permission, but sees only granted ones in this list, and may ask about another user.',
    refusals: ['AdministratorRequired', 'UnknownMember', 'Validation', 'NotFound'],
  })
  @ApiUserId()
  @ApiEnvelope({
    title: 'PermissionsAnswer',
    description: 'One row for each granted permission, by name.',
    result: [GrantedPermissionDto],
  })
  permissions(@Context() ctx: RequestContext, @Query() query: QueryString): Eventually<Reply> {
    const { userId, log } = readUserQuery(ctx, query);
    return chain(this.users.rightsOf(ctx, userId), (user) => {
      const result = permissionsOf(user);
      return new Reply({ result, totalRecords: result.length, log });
    });
  }
}

const permissionsOf = (user: RequestContext): readonly GrantedPermissionDto[] =>
  [...grantedPermissions(user)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([Name, roles]) => ({ Name, Source: roles.toSorted().join(', ') }));
