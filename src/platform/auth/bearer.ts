import { tokenInvalid, tokenMissing } from '#platform/http/token.errors.js';

const MAX_TOKEN_BYTES = 8 * 1024;
const SCHEME = 'bearer ';

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
