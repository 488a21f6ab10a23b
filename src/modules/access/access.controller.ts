import { Controller, Get, Query } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { FULL_ACCESS, NO_ACCESS } from '../../core/scope.js';
import type { Entity } from '../../core/catalogue/entity.js';
import type { Catalogue } from '../../core/catalogue/catalogue.js';
import type { Principal, RequestContext } from '../../core/context.js';
import { JsonText } from '../../core/json/json.js';
import { Context } from '../../platform/http/decorators.js';
import { Reply } from '../../platform/http/reply.js';
import { ApiCall, ApiEnvelope } from '../../platform/openapi/api-call.js';
import { entityAccessDto, EntityAccessDto } from './access.dto.js';

/** The caller's own access, from the catalogue: no statement is run. */
@ApiTags('Access')
@Controller('api/v1/access')
export class AccessController {
  /** Answers about all entities; a new catalogue makes them anew, a changed member is another principal. */
  readonly #known = new WeakMap<Principal, { readonly catalogue: Catalogue; readonly reply: Reply }>();

  /** The caller's scopes of one entity or of all, those with None included (contract §6). */
  @Get()
  @ApiCall({
    operationId: 'getAccess',
    summary: 'My scopes',
    description:
      'What the caller may create, read, update and delete of each entity, None included. None < Own < Team (with sub-teams) < All; several roles give the widest. Everybody may ask.',
    refusals: ['UnknownEntity'],
  })
  @ApiQuery({ name: 'entityName', required: false, type: String, description: 'One entity only, in any letter case.' })
  @ApiEnvelope({ title: 'AccessAnswer', description: 'One row for each entity.', result: [EntityAccessDto] })
  access(@Context() ctx: RequestContext, @Query() query: Readonly<Record<string, unknown>>): Reply {
    const name = entityNameOf(query);
    if (name === undefined) return this.#all(ctx);
    return new Reply({ result: [accessTo(ctx, ctx.catalogue.entity(name))], totalRecords: 1 });
  }

  /** Front ends ask for all of it with every page they open. */
  #all(ctx: RequestContext): Reply {
    const { catalogue, principal } = ctx;
    let known = this.#known.get(principal);
    if (known?.catalogue !== catalogue) {
      const result = [...catalogue.entities.values()].map((entity) => accessTo(ctx, entity));
      known = {
        catalogue,
        reply: new Reply({ result: new JsonText(JSON.stringify(result)), totalRecords: result.length }),
      };
      this.#known.set(principal, known);
    }
    return known.reply;
  }
}

function accessTo({ principal }: RequestContext, { name }: Entity): EntityAccessDto {
  return entityAccessDto(name, principal.isAdministrator ? FULL_ACCESS : (principal.access.get(name) ?? NO_ACCESS));
}

/** Query-string names match in any letter case (contract §1). */
function entityNameOf(query: Readonly<Record<string, unknown>>): string | undefined {
  const [, value] = Object.entries(query).find(([name]) => name.toLowerCase() === 'entityname') ?? [];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
