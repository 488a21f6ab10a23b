import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { RequestContext } from '#core/context/context.js';
import { describeEntities, describeEntity } from '#access/core/descriptions/describe-entity.js';
import { JsonText, writeJson } from '#core/json/json.js';
import { Context } from '#platform/http/decorators.js';
import { Reply } from '#platform/http/reply.js';
import { EntitiesDocs, EntityDocs } from './descriptions.docs.js';

/** Answers what the caller may know of entities, from the catalogue, without a database statement. */
@ApiTags('Access')
@Controller('api/v1/entities')
export class EntitiesController {
  /** Answers the entities that the caller may know, with their scopes. */
  @Get()
  @EntitiesDocs()
  entities(@Context() ctx: RequestContext): Reply {
    const result = describeEntities(ctx);
    return new Reply({ result: new JsonText(writeJson(result)), totalRecords: result.length });
  }

  /** Answers one entity with its fields, relations, rules and statuses. */
  @Get(':name')
  @EntityDocs()
  entity(@Context() ctx: RequestContext, @Param('name') name: string): Reply {
    return new Reply({ result: new JsonText(writeJson(describeEntity(ctx, name))), totalRecords: 1 });
  }
}
