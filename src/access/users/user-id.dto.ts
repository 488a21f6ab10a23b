import { ApiQuery } from '@nestjs/swagger';
import type { RequestContext } from '#core/context/context.js';
import { readerOf } from '#core/context/reader-of.js';
import { queryStringMembers, type QueryString } from '#core/requests/query-string.js';
import type { Members } from '#core/shapes/shape-reader.js';

/** Documents the query parameter `userId` of routes about a user. */
export const ApiUserId = (): MethodDecorator =>
  ApiQuery({
    name: 'userId',
    required: false,
    schema: { type: 'string', format: 'uuid' },
    description: 'Another user, for Administrators. Default: the caller.',
  });

/** A query string about a user. */
export interface UserQuery {
  readonly entityName?: string | undefined;
  /** Undefined: the caller. */
  readonly userId: string | undefined;
  readonly log: readonly string[];
}

/** Reads `userId`; adds a fault for another user, unless the caller is an Administrator. */
export function readUserId({ principal }: RequestContext, members: Members): string | undefined {
  const userId = members.id('userId');
  if (userId === undefined || principal.isAdministrator || userId === principal.userId) return userId;
  return members.fault('userId', 'Only an Administrator asks about another user.', 'AdministratorRequired');
}

/**
 * Reads the query string of a route about a user.
 * @param names of its parameters
 * @throws {DomainError} all faults at once
 */
export function readUserQuery(
  ctx: RequestContext,
  query: QueryString,
  names: readonly ('entityName' | 'userId')[] = ['userId'],
): UserQuery {
  const reader = readerOf(ctx);
  const members = queryStringMembers(reader, query, names);
  const entityName = members.optionalText('entityName');
  const userId = readUserId(ctx, members);
  reader.faults.throwIfAny();
  return { entityName, userId, log: reader.log };
}
