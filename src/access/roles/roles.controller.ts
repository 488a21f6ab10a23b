import { Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiExtraModels, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { RequestContext } from '#core/context/context.js';
import type { JsonValue } from '#core/json/json.js';
import { AdministratorGuard } from '#platform/auth/administrator.guard.js';
import { Context, JsonBody } from '#platform/http/decorators.js';
import { Reply } from '#platform/http/reply.js';
import { ApiCall, ApiEnvelope, ApiJsonBody, BODY_REFUSALS } from '#platform/http/openapi/api-call.js';
import { ClonedRoleDto, CloneRoleDto, readCloneRole } from './clone-role.dto.js';
import { CloneRole } from './clone-role.service.js';

const EXAMPLE = {
  SourceRoleId: 'fa75dce4-8239-4b19-bf90-585bedf4abc2',
  TargetRoleId: '81b287d1-1f95-4adc-bf42-119a032c5c60',
};

/** Routes of Administrators for whole roles. */
@ApiTags('Access')
@Controller('api/v1/access')
@UseGuards(AdministratorGuard)
export class RolesController {
  constructor(private readonly cloneRole: CloneRole) {}

  /** Replaces the access of one role by that of another. */
  @Post('clone-role')
  @HttpCode(200)
  @ApiCall({
    operationId: 'cloneRole',
    summary: 'Clone a role',
    description:
      'Replaces the scopes (with writable fields) and permissions of the target by those of the source, in one ' +
      'transaction; members and name stay. Takes effect with the next request. Administrators only.',
    refusals: ['AdministratorRequired', ...BODY_REFUSALS, 'NotFound', 'QueryTimeout'],
  })
  @ApiJsonBody(CloneRoleDto, {
    'What would change': { ...EXAMPLE, DryRun: true },
    'Clone a role': EXAMPLE,
  })
  @ApiExtraModels(ClonedRoleDto)
  @ApiEnvelope({
    title: 'CloneRoleAnswer',
    description: 'Number of scopes and permissions of the source, and the differences of the target.',
    result: { allOf: [{ $ref: getSchemaPath(ClonedRoleDto) }] },
  })
  async clone(@Context('write') ctx: RequestContext, @JsonBody() body: JsonValue | undefined): Promise<Reply> {
    const { command, log } = readCloneRole(ctx, body);
    const { result, changed } = await this.cloneRole.clone(ctx, command);
    return new Reply({ result, recordAffected: changed, log });
  }
}
