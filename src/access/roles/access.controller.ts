import { Controller, Get, Query } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { FULL_ACCESS, NO_ACCESS } from '#core/catalogue/scope.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Principal, RequestContext } from '#core/context/context.js';
import { JsonText } from '#core/json/json.js';
import { readerOf } from '#core/context/reader-of.js';
import { queryStringMembers, type QueryString } from '#core/requests/query-string.js';
import { Context } from '#platform/http/decorators.js';
import { Reply } from '#platform/http/reply.js';
import { ApiCall, ApiEnvelope } from '#platform/http/openapi/api-call.js';
import { entityAccessDto, EntityAccessDto } from './access.dto.js';

/** Answers the caller's own access from the catalogue, without a database statement. */
@ApiTags('Access')
@Controller('api/v1/access')
export class AccessController {
  /** Cached answers about all entities, valid for one catalogue; a changed member has a new principal. */
  readonly #cached = new WeakMap<Principal, { readonly catalogue: Catalogue; readonly reply: Reply }>();

  /** Answers the caller's scopes of one entity or of all, None included (docs/interface/access.md#effective-access). */
  @Get()
  @ApiCall({
    operationId: 'getAccess',
    summary: 'My scopes',
    description:
      'Lists the scopes of the caller for each entity, None included. None < Own < Team (with sub-teams) < All; ' +
      'of several roles the widest scope counts. Every member may call it.',
    refusals: ['UnknownEntity'],
  })
  @ApiQuery({ name: 'entityName', required: false, type: String, description: 'One entity only, in any letter case.' })
  @ApiEnvelope({ title: 'AccessAnswer', description: 'One row for each entity.', result: [EntityAccessDto] })
  access(@Context() ctx: RequestContext, @Query() query: QueryString): Reply {
    const name = entityNameOf(ctx, query);
    if (name === undefined) return this.#all(ctx);
    return new Reply({ result: [accessTo(ctx, ctx.catalogue.entity(name))], totalRecords: 1 });
  }

  /** Answers all entities from a cache, because front ends ask for them with every page. */
  #all(ctx: RequestContext): Reply {
    const { catalogue, principal } = ctx;
    let cached = this.#cached.get(principal);
    if (cached?.catalogue !== catalogue) {
      const result = [...catalogue.entities.values()].map((entity) => accessTo(ctx, entity));
      cached = {
        catalogue,
        reply: new Reply({ result: new JsonText(JSON.stringify(result)), totalRecords: result.length }),
      };
      this.#cached.set(principal, cached);
    }
    return cached.reply;
  }
}

function accessTo({ principal }: RequestContext, { name }: Entity): EntityAccessDto {
  return entityAccessDto(name, principal.isAdministrator ? FULL_ACCESS : (principal.access.get(name) ?? NO_ACCESS));
}

/** Reads the query string: one name at most. */
function entityNameOf(ctx: RequestContext, query: QueryString): string | undefined {
  const reader = readerOf(ctx);
  const name = queryStringMembers(reader, query, ['entityName']).optionalText('entityName');
  reader.faults.throwIfAny();
  return name;
}
