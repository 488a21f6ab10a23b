import { isAdministratorRole, type Role } from '#core/catalogue/catalogue.js';
import type { IdentityMapping } from '#core/catalogue/identity-mapping.js';
import { DomainError } from '#core/errors.js';
import { groupedBy } from '#core/grouped-by.js';
import { isClaimTooLong, textsOf, type Claims } from './claim-values.js';

/** A role or team that follows a token: given or taken. */
export interface MappedAccess {
  /** The first mapping of the role or team that matches the token; else the first one that could. */
  readonly mapping: IdentityMapping;
  readonly isGiven: boolean;
}

/** Mappings of an environment, and the roles and teams that they name; a catalogue has them, among others. */
export interface MappedOrganisation {
  readonly identityMappings: readonly IdentityMapping[];
  readonly organisation: {
    readonly roles: ReadonlyMap<string, Pick<Role, 'name' | 'isSystem'>>;
    readonly teams: { readonly has: (id: string) => boolean };
  };
}

/** A token, as mappings read it. */
interface ReadToken {
  readonly issuer: string | undefined;
  readonly claims: Claims;
}

/**
 * Lists the roles and teams that follow a token. Those that a mapping names whose claim the token does not have, and none
 * gives, are left as they are.
 * @throws {DomainError} ClaimsIncomplete where the token leaves out a claim because it is too long
 */
export function mappedAccess(catalogue: MappedOrganisation, token: ReadToken): readonly MappedAccess[] {
  const mappings = catalogue.identityMappings.filter((mapping) => concerns(catalogue, mapping, token.issuer));
  requireComplete(mappings, token.claims);
  const values = new Map<string, ReadonlySet<string> | undefined>();
  for (const { claim } of mappings) if (!values.has(claim)) values.set(claim, textsOf(token.claims, claim));
  const byTarget = groupedBy(mappings, ({ target }) => target.id);
  return [...byTarget.values()].flatMap((ofTarget): readonly MappedAccess[] => {
    const mapping = ofTarget.find(({ claim, value }) => values.get(claim)?.has(value) === true);
    if (mapping) return [{ mapping, isGiven: true }];
    const isKnown = ofTarget.every(({ claim }) => values.get(claim) !== undefined);
    return isKnown ? [{ mapping: ofTarget[0], isGiven: false }] : [];
  });
}

/** Leaves out mappings of other issuers, those of deleted roles and teams, and those that may not give their role. */
function concerns({ organisation }: MappedOrganisation, mapping: IdentityMapping, issuer: string | undefined): boolean {
  if (mapping.issuer !== undefined && mapping.issuer !== issuer) return false;
  const { kind, id } = mapping.target;
  if (kind === 'Team') return organisation.teams.has(id);
  const role = organisation.roles.get(id);
  return role !== undefined && (mapping.allowsAdministrator || !isAdministratorRole(role));
}

function requireComplete(mappings: readonly IdentityMapping[], claims: Claims): void {
  const left = new Set(mappings.map(({ claim }) => claim).filter((claim) => isClaimTooLong(claims, claim)));
  if (left.size === 0) return;
  throw new DomainError({
    code: 'ClaimsIncomplete',
    message:
      `The token leaves out the claim ${[...left].join(', ')}, because you are in too many groups to name them. Ask the ` +
      'administrator of your identity provider to let tokens name the groups of this application only, or its app roles.',
    params: { Kind: 'Mapping', Claims: [...left] },
  });
}
