import { Controller, Get, Query } from '@nestjs/common';
import { FULL_ACCESS, NO_ACCESS } from '../../core/scope.js';
import type { Entity } from '../../core/catalogue/entity.js';
import type { RequestContext } from '../../core/context.js';
import { Context } from '../../platform/http/decorators.js';
import { Reply } from '../../platform/http/reply.js';
import { entityAccessDto, type EntityAccessDto } from './access.dto.js';

/** The caller's own access, from the catalogue: no statement is run. */
@Controller('api/v1/access')
export class AccessController {
  /** The caller's scopes of one entity or of all, those with None included (contract §6). */
  @Get()
  access(@Context() ctx: RequestContext, @Query() query: Readonly<Record<string, unknown>>): Reply {
    const name = entityNameOf(query);
    const entities = name === undefined ? [...ctx.catalogue.entities.values()] : [ctx.catalogue.entity(name)];
    const result = entities.map((entity) => accessTo(ctx, entity));
    return new Reply({ result, totalRecords: result.length });
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
