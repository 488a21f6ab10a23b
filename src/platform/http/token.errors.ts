import { DomainError } from '#core/errors.js';

/** Error of a call without a token: no `Authorization` header, or a scheme other than Bearer. */
export const tokenMissing = (): DomainError =>
  new DomainError({ code: 'TokenMissing', message: "The header 'Authorization: Bearer <token>' is required." });

/** Error of an unacceptable token. It does not reveal the reason. */
export const tokenInvalid = (): DomainError =>
  new DomainError({ code: 'TokenInvalid', message: 'The access token is not valid.' });

/** Error of an unacceptable key. It does not reveal the reason. */
export const keyInvalid = (): DomainError =>
  new DomainError({ code: 'TokenInvalid', message: 'The key is not valid.' });

/** Error of a token or key after its expiry. */
export const tokenExpired = (): DomainError =>
  new DomainError({ code: 'TokenExpired', message: 'The access token has expired.' });

/** Error of a token that cannot be verified now, because the issuer's keys are unreachable. */
export const keysUnavailable = (): DomainError =>
  new DomainError({ code: 'Unavailable', message: 'The keys of the token issuer cannot be reached. Try again later.' });
