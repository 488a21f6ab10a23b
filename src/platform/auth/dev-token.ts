import { createSecretKey } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { TokenConfig } from '#platform/process/config/token-config.js';

const LIFETIME_SECONDS = 12 * 60 * 60;

/** Signed token and its expiry. */
export interface DevToken {
  readonly accessToken: string;
  readonly expiresOn: Date;
}

/**
 * Signs a token for any user name, in the form that an identity provider would issue.
 *
 * @throws {Error} when tokens are verified with a public key, for which the service cannot sign.
 */
export function devToken({ key, issuer, audience, userClaim }: TokenConfig, userName: string, at: Date): DevToken {
  if (key.kind !== 'secret') throw new Error('Development tokens need JWT_SECRET');
  const issuedAt = Math.floor(at.getTime() / 1000);
  const expiresAt = issuedAt + LIFETIME_SECONDS;
  const claims = { sub: userName, [userClaim]: userName, iat: issuedAt, exp: expiresAt, iss: issuer, aud: audience };
  const accessToken = jwt.sign(claims, createSecretKey(key.secret, 'utf8'), { algorithm: 'HS256' });
  return { accessToken, expiresOn: new Date(expiresAt * 1000) };
}
