import { Injectable } from '@nestjs/common';
import { isAdministratorRole } from '#core/catalogue/catalogue.js';
import type { ProvisionMode } from '#core/catalogue/identity-mapping.js';
import { DomainError } from '#core/errors.js';
import type { Identity } from '#platform/catalogue/identity.js';
import type { NamedEnvironment } from '#platform/catalogue/member-environments.repository.js';
import {
  type AddressedUser,
  type NewcomerFacts,
  NewcomersRepository,
} from '#platform/catalogue/newcomers.repository.js';
import type { Claims } from '#access/core/mappings/claim-values.js';
import { type MappedAccess, mappedAccess } from '#access/core/mappings/mapped-access.js';
import type { TokenPerson } from '#access/core/mappings/person-of.js';
import { storedValues } from './identity.repository.js';
import { personIn, tokenIn } from './read-call.js';

/** Rights that a person would have after their first call. */
interface Rights {
  readonly isAdministrator: boolean;
}

/** Finds the environments that would link or create the user of a token, without doing so (provision-people.service.ts). */
@Injectable()
export class FindNewcomers {
  constructor(private readonly newcomers: NewcomersRepository) {}

  /** @param environments that provision people, and have no user for this one */
  async among(
    environments: readonly NamedEnvironment[],
    identity: Identity,
    claims: Claims,
  ): Promise<ReadonlyMap<NamedEnvironment, Rights>> {
    const person = personIn(identity, claims);
    const open = environments.filter(({ provision }) => person?.isVerified === true || provision === 'create');
    const token = open.length === 0 ? undefined : tokenIn(identity, open[0].id);
    if (person === undefined || token === undefined) return new Map();
    const [, digest, issuedAt] = storedValues(token);
    const found = await this.newcomers.facts(open, {
      person: digest,
      issuedAt,
      issuer: token.issuer,
      email: person.email,
    });
    return new Map(
      found.flatMap((each) => {
        const access = accessIn(each, identity, claims);
        const rights = access && admittedBy(each, open[each.index].provision, person, access);
        return rights === undefined ? [] : [[open[each.index], rights] as const];
      }),
    );
  }
}

/** Undefined where a call is refused: of a token that leaves out a claim. */
function accessIn(facts: NewcomerFacts, { issuer }: Identity, claims: Claims): readonly MappedAccess[] | undefined {
  try {
    return mappedAccess(facts, { issuer, claims });
  } catch (error) {
    if (error instanceof DomainError && error.code === 'ClaimsIncomplete') return undefined;
    throw error;
  }
}

/** Undefined where the environment would not admit the person. */
function admittedBy(
  { isStored, addressed, organisation }: NewcomerFacts,
  provision: ProvisionMode,
  { isVerified }: TokenPerson,
  access: readonly MappedAccess[],
): Rights | undefined {
  if (isStored || addressed.some(({ isActive }) => !isActive)) return undefined;
  const free = freeUsers(addressed, isVerified);
  if (free.length > 1) return undefined;
  const isCreated = provision === 'create' && access.some(({ isGiven }) => isGiven);
  if (free.length === 0 && !isCreated) return undefined;
  return { isAdministrator: givesAdministrator(organisation, access) ?? free[0]?.isAdministrator ?? false };
}

/** Tells whether the token gives the role Administrator, or takes it; undefined where no mapping is about it. */
function givesAdministrator(
  organisation: NewcomerFacts['organisation'],
  access: readonly MappedAccess[],
): boolean | undefined {
  return access.find(({ mapping: { target } }) => {
    const role = organisation.roles.get(target.id);
    return role !== undefined && isAdministratorRole(role);
  })?.isGiven;
}

/** Users that the token would be linked to, if there is one. */
const freeUsers = (addressed: readonly AddressedUser[], isVerified: boolean): readonly AddressedUser[] =>
  isVerified ? addressed.filter(({ isFree, kind }) => isFree && kind === 'Person') : [];
