import { hash } from 'node:crypto';
import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { ProvisionedCall } from '#platform/auth/provisioning.js';
import type { Identity } from '#platform/catalogue/identity.js';
import type { Claims } from '#access/core/mappings/claim-values.js';
import { type MappedAccess, mappedAccess } from '#access/core/mappings/mapped-access.js';
import { personOf, type TokenPerson } from '#access/core/mappings/person-of.js';
import type { IssuedToken } from './identity.repository.js';

/** Clocks of issuers may be ahead by so much. */
const CLOCK_SKEW_SECONDS = 60;
const DIGITS = 12;

/** A token, and what it may do. */
export interface ReadCall extends ProvisionedCall {
  readonly token: IssuedToken;
  /** Present where the token names no member, and has an issuer and a subject by which it could find one. */
  readonly person: TokenPerson | undefined;
}

/** The roles and teams that follow the token of a call. @throws {DomainError} ClaimsIncomplete */
export const accessOf = ({ identity, claims }: ProvisionedCall, catalogue: Catalogue): readonly MappedAccess[] =>
  mappedAccess(catalogue, { issuer: identity.issuer, claims });

/**
 * Reads a call whose token may change something. Undefined for others, and for a token without a time, or from the
 * future, which has no place among the tokens of its person.
 */
export function readCall(call: ProvisionedCall): ReadCall | undefined {
  const access = accessOf(call, call.catalogue);
  const token = tokenIn(call.identity, call.catalogue.environment.id);
  if (token === undefined) return undefined;
  const person = call.member ? undefined : personIn(call.identity, call.claims);
  const read: ReadCall = { ...call, token, person };
  const mayChange = call.member ? call.catalogue.identityMappings.length > 0 : mayAdmit(read, access);
  return mayChange ? read : undefined;
}

/** The token as environments note it. Undefined without a time, and from the future. */
export function tokenIn({ issuer, subject, user, issuedAt }: Identity, environmentId: string): IssuedToken | undefined {
  if (issuedAt === undefined || issuedAt > Date.now() / 1_000 + CLOCK_SKEW_SECONDS) return undefined;
  return { environmentId, issuer: issuer ?? '', subject: subject ?? user, issuedAt };
}

/** The person of a token that has an issuer and a subject. */
export function personIn({ issuer, subject }: Identity, claims: Claims): TokenPerson | undefined {
  if (issuer === undefined || subject === undefined) return undefined;
  const unique = hash('sha256', JSON.stringify([issuer, subject]), 'hex').slice(0, DIGITS);
  return personOf(claims, subject, unique);
}

/** Tells whether the token of nobody's may find or make a user, before anything is read. */
function mayAdmit({ person, catalogue }: ReadCall, access: readonly MappedAccess[]): boolean {
  if (!person) return false;
  const mayCreate = catalogue.environment.settings.provision === 'create' && access.some(({ isGiven }) => isGiven);
  return mayCreate || (person.isVerified && person.email !== undefined);
}
