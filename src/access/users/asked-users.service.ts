import { Injectable } from '@nestjs/common';
import type { Principal, RequestContext } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import { chain, type Eventually } from '#platform/auth/eventually.js';
import { Directory } from '#platform/catalogue/directory.js';

/** Finds the users whom callers ask about. Readers of requests check that the caller may ask. */
@Injectable()
export class AskedUsers {
  constructor(private readonly directory: Directory) {}

  /**
   * Finds a user; their call has the rights that they would have now.
   * @param userId undefined: the caller
   * @throws {DomainError} NotFound
   */
  find(ctx: RequestContext, userId: string | undefined): Eventually<RequestContext | 'inactive'> {
    if (userId === undefined || userId === ctx.principal.userId) return ctx;
    return chain(this.directory.member(ctx.catalogue, userId), (principal) => {
      if (!principal) throw noSuch('user', 'userId');
      return principal === 'inactive' ? principal : { ...ctx, principal };
    });
  }

  /** Finds a user as `find` does; an inactive one has no rights. */
  rightsOf(ctx: RequestContext, userId: string | undefined): Eventually<RequestContext> {
    return chain(this.find(ctx, userId), (found) =>
      found === 'inactive' ? { ...ctx, principal: withoutRights(userId!) } : found,
    );
  }
}

/** A user who may do nothing. */
export const withoutRights = (userId: string): Principal => ({
  userId,
  userName: '',
  displayName: '',
  email: null,
  isAdministrator: false,
  roleIds: [],
  teamIds: [],
  reachTeamIds: [],
  primaryTeamId: null,
  access: new Map(),
});

/** Refusal that tells nothing about whether there is such a thing elsewhere. */
export const noSuch = (what: 'record' | 'user' | 'key', fieldName: string): DomainError =>
  new DomainError({
    code: 'NotFound',
    message: `There is no such ${what}, or you may not see it.`,
    fieldName,
    path: fieldName,
  });
