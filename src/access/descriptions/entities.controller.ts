import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { RequestContext } from '#core/context/context.js';
import { describeEntities, describeEntity } from '#access/core/descriptions/describe-entity.js';
import { JsonText, writeJson } from '#core/json/json.js';
import { Context } from '#platform/http/decorators.js';
import { Reply } from '#platform/http/reply.js';
import type { QueryString } from '#core/requests/query-string.js';
import { AskedUsers } from '#access/users/asked-users.service.js';
import { readUserQuery } from '#access/users/user-id.dto.js';
import { chain, type Eventually } from '#platform/auth/eventually.js';
import { EntitiesDocs, EntityDocs } from './descriptions.docs.js';

/** Answers what users may know of entities, from the catalogue, about the caller without a database statement. */
@ApiTags('Access')
@Controller('api/v1/entities')
export class EntitiesController {
  constructor(private readonly users: AskedUsers) {}

  /** Answers the entities that the user may know, with their scopes. */
  @Get()
  @EntitiesDocs()
  entities(@Context() ctx: RequestContext, @Query() query: QueryString): Eventually<Reply> {
    const { userId, log } = readUserQuery(ctx, query);
    return chain(this.users.rightsOf(ctx, userId), (user) => {
      const result = describeEntities(user);
      return new Reply({ result: new JsonText(writeJson(result)), totalRecords: result.length, log });
    });
  }

  /** Answers one entity with its fields, relations, rules and statuses. */
  @Get(':name')
  @EntityDocs()
  entity(@Context() ctx: RequestContext, @Param('name') name: string): Reply {
    return new Reply({ result: new JsonText(writeJson(describeEntity(ctx, name))), totalRecords: 1 });
  }
}
