import { Injectable } from '@nestjs/common';
import type { IncomingHttpHeaders } from 'node:http';
import { type Admitted, admitted, notMember } from '#platform/catalogue/admitted.js';
import { Directory } from '#platform/catalogue/directory.js';
import { endOfKey, KEY_SECRET_START } from '#core/catalogue/api-key.js';
import { DomainError } from '#core/errors.js';
import { addressOf } from './context-headers.js';
import { mayEnter } from '#platform/catalogue/identity.js';
import { chain, type Eventually } from './eventually.js';
import { KeyAdmission, type Peer } from './key-admission.service.js';
import type { Person } from './person.js';
import { Provisioning } from './provisioning.js';
import { TokenVerifier } from './token-verifier.js';
import { tokenInvalid, tokenMissing } from '#platform/http/token.errors.js';

/**
 * Authenticates a call. Checks the token (401), the context headers (400), the cell (421) and the membership (403), in this
 * order; a key stands for token, headers and membership.
 */
@Injectable()
export class Admission {
  constructor(
    private readonly tokens: TokenVerifier,
    private readonly directory: Directory,
    private readonly keys: KeyAdmission,
    private readonly provisioning: Provisioning,
  ) {}

  /** @throws {DomainError} of tokens and keys, ContextMissing, ContextInvalid, OtherCell, NotMember, ClaimsIncomplete */
  admit(headers: IncomingHttpHeaders, peer: Peer): Eventually<Admitted> {
    const secret = secretOf(headers);
    if (secret !== undefined) return this.keys.admit(secret, headers, peer);
    const token = bearerToken(headers.authorization);
    return chain(this.tokens.verify(token), (identity) => {
      const { tenant, app, environment } = addressOf(headers);
      return chain(this.directory.find(tenant, app, environment), (catalogue) => {
        if (!catalogue || !mayEnter(identity, catalogue.environment)) throw notMember(identity.user);
        if (catalogue.environment.settings.provision !== 'off')
          return this.provisioning.admit(token, identity, catalogue);
        return chain(this.directory.identified(catalogue, identity), (member) =>
          admitted(catalogue, member, identity.user),
        );
      });
    });
  }

  /** Authenticates the caller of a route without context: headers that name one are ignored, unless a key is for another. */
  person(headers: IncomingHttpHeaders, peer: Peer): Eventually<Person> {
    const secret = secretOf(headers);
    if (secret !== undefined) return this.keys.admit(secret, headers, peer);
    return this.tokens.verify(bearerToken(headers.authorization));
  }

  /** Expiry of a token or key that was just admitted, in milliseconds since 1970, clock skew of tokens included. */
  endOf({ authorization }: IncomingHttpHeaders, { principal: { key } }: Admitted): number {
    return key ? endOfKey(key) : this.tokens.endOf(bearerToken(authorization));
  }
}

const MAX_TOKEN_BYTES = 8 * 1024;
const SCHEME = 'bearer ';

/** Secret of a key, if a call has one. @throws {DomainError} TokenInvalid for a call with a token, too */
function secretOf({ authorization, 'x-api-key': given }: IncomingHttpHeaders): string | undefined {
  const isKey = authorization?.startsWith(KEY_SECRET_START, SCHEME.length) === true;
  if (given === undefined) return isKey ? bearerToken(authorization) : undefined;
  if (authorization === undefined) return String(given);
  throw new DomainError({
    code: 'TokenInvalid',
    message: 'Give either the header Authorization or the header X-Api-Key, not both.',
  });
}

/**
 * Token of an `Authorization` header, whose scheme matches in any letter case. Parsed without a pattern, because
 * one takes quadratic time on a long header.
 *
 * @throws {DomainError} TokenMissing without header or with another scheme, TokenInvalid beyond 8 KB.
 */
export function bearerToken(authorization: string | undefined): string {
  if (authorization?.slice(0, SCHEME.length).toLowerCase() !== SCHEME) throw tokenMissing();
  const token = authorization.slice(SCHEME.length).trim();
  if (token.length > MAX_TOKEN_BYTES) throw tokenInvalid();
  return token;
}
