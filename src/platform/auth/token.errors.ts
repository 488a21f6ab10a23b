import { DomainError } from '../../core/errors.js';

/** The call bears no token: no `Authorization` header, or another scheme than Bearer. */
export const tokenMissing = (): DomainError =>
  new DomainError({ code: 'TokenMissing', message: "The header 'Authorization: Bearer <token>' is required." });

/** The token is not one of ours to accept; why exactly is nobody's business. */
export const tokenInvalid = (): DomainError =>
  new DomainError({ code: 'TokenInvalid', message: 'The access token is not valid.' });

/** The token was good once. */
export const tokenExpired = (): DomainError =>
  new DomainError({ code: 'TokenExpired', message: 'The access token has expired.' });

/** Nobody can tell now whether the token is good: its issuer's keys cannot be had. */
export const keysUnavailable = (): DomainError =>
  new DomainError({ code: 'Unavailable', message: 'The keys of the token issuer cannot be reached. Try again later.' });
