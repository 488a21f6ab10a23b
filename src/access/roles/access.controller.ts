import { Controller, Get, Query } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { FULL_ACCESS, NO_ACCESS } from '#core/catalogue/scope.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Principal, RequestContext } from '#core/context/context.js';
import { JsonText } from '#core/json/json.js';
import { fieldReadOf, mayWriteField } from '#core/rights/field-rights.js';
import { AskedUsers } from '#access/users/asked-users.service.js';
import { ApiUserId, readUserQuery } from '#access/users/user-id.dto.js';
import { chain, type Eventually } from '#platform/auth/eventually.js';
import type { QueryString } from '#core/requests/query-string.js';
import { Context } from '#platform/http/decorators.js';
import { Reply } from '#platform/http/reply.js';
import { ApiCall, ApiEnvelope } from '#platform/http/openapi/api-call.js';
import { entityAccessDto, EntityAccessDto } from './access.dto.js';

/** Scopes of all entities, as they are answered. */
interface AllScopes {
  readonly catalogue: Catalogue;
  readonly text: JsonText;
  readonly count: number;
}

/** Answers scopes from the catalogue, those of the caller without a database statement. */
@ApiTags('Access')
@Controller('api/v1/access')
export class AccessController {
  /** Cached answers about all entities, valid for one catalogue; a changed member has a new principal. */
  readonly #cached = new WeakMap<Principal, AllScopes>();

  constructor(private readonly users: AskedUsers) {}

  /** Answers the scopes of one entity or of all, None included (docs/interface/access.md#effective-access). */
  @Get()
  @ApiCall({
    operationId: 'getAccess',
    summary: 'My scopes',
    description:
      'Lists the scopes of the caller for each entity, None included. None < Own < Team (with sub-teams) < All; ' +
      'of several roles the widest scope counts. Every member may call it, an Administrator also about another user.',
    refusals: ['AdministratorRequired', 'UnknownEntity', 'UnknownMember', 'Validation', 'NotFound'],
  })
  @ApiQuery({ name: 'entityName', required: false, type: String, description: 'One entity only, in any letter case.' })
  @ApiUserId()
  @ApiEnvelope({ title: 'AccessAnswer', description: 'One row for each entity.', result: [EntityAccessDto] })
  access(@Context() ctx: RequestContext, @Query() query: QueryString): Eventually<Reply> {
    const { entityName, userId, log } = readUserQuery(ctx, query, ['entityName', 'userId']);
    const entity = entityName === undefined ? undefined : ctx.catalogue.entity(entityName);
    return chain(this.users.rightsOf(ctx, userId), (user) =>
      entity ? new Reply({ result: [accessTo(user, entity)], totalRecords: 1, log }) : this.#all(user, log),
    );
  }

  /** Answers all entities from a cache, because front ends ask for them with every page. */
  #all({ catalogue, principal }: RequestContext, log: readonly string[]): Reply {
    let cached = this.#cached.get(principal);
    if (cached?.catalogue !== catalogue) {
      const result = [...catalogue.entities.values()].map((entity) => accessTo({ principal }, entity));
      cached = { catalogue, text: new JsonText(JSON.stringify(result)), count: result.length };
      this.#cached.set(principal, cached);
    }
    return new Reply({ result: cached.text, totalRecords: cached.count, log });
  }
}

function accessTo(user: Pick<RequestContext, 'principal'>, { name, protectedFields }: Entity): EntityAccessDto {
  const { isAdministrator, access } = user.principal;
  const fields = protectedFields.map((field) => ({
    FieldName: field.name,
    Read: fieldReadOf(user, field),
    Write: mayWriteField(user, field),
  }));
  return entityAccessDto(name, isAdministrator ? FULL_ACCESS : (access.get(name) ?? NO_ACCESS), fields);
}
