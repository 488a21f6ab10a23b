import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Principal } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import { shortened } from '#core/nearest.js';
import { tokenInvalid } from '#platform/http/token.errors.js';

/** Authenticated member of an environment, with its catalogue. */
export interface Admitted {
  readonly catalogue: Catalogue;
  readonly principal: Principal;
}

/** Refusal of a call for an environment that lives in another cell. @param cell its name */
export const otherCell = (cell: string): DomainError =>
  new DomainError({
    code: 'OtherCell',
    message: `The environment lives in cell '${cell}', not in this one. Repeat the request; it was sent to the wrong cell.`,
    params: { Cell: cell },
  });

/** Same answer for an unknown environment and for one without the caller as member, so that neither can be probed. */
export const notMember = (user: string): DomainError =>
  new DomainError({
    code: 'NotMember',
    message: `You are not a member of this environment: it does not exist, or it has no user '${shortened(user)}'.`,
  });

/** Requires a member. @throws {DomainError} NotMember, TokenInvalid */
export function admitted(catalogue: Catalogue, principal: Principal | 'inactive' | undefined, user: string): Admitted {
  if (!principal) throw notMember(user);
  if (principal === 'inactive') throw tokenInvalid();
  return { catalogue, principal };
}
