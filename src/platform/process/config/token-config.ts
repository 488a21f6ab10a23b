import { isLoopback } from './address-ranges.js';
import { type IssuerConfig, issuersConfig } from './issuers-config.js';
import type { Settings } from './settings.js';

/** Verification of access tokens. */
export interface TokenConfig {
  readonly key: TokenKey;
  /** JWT_ISSUERS: further identity providers, each with keys of its own; default none. */
  readonly issuers: readonly IssuerConfig[];
  /** JWT_ISSUER; undefined accepts any, which production wants to hear with a public key. */
  readonly issuer: string | undefined;
  /** JWT_AUDIENCE, likewise. */
  readonly audience: string | undefined;
  /** JWT_USER_CLAIM, default sub: matches `User.Id` or `User.UserName`. */
  readonly userClaim: string;
  /**
   * DEV_TOKENS: `POST /dev/token` exists; default true with the embedded database and a shared secret outside
   * production.
   */
  readonly devTokens: boolean;
}

/**
 * Key of tokens: exactly one of JWT_SECRET (HS256), JWT_PUBLIC_KEY (PEM) and JWT_JWKS_URL; `none` where JWT_ISSUERS alone
 * says whose tokens are accepted.
 */
export type TokenKey =
  | { readonly kind: 'none' }
  | { readonly kind: 'secret'; readonly secret: string }
  | { readonly kind: 'publicKey'; readonly pem: string }
  | { readonly kind: 'jwks'; readonly url: string };

/** Default secret for tokens. It is public, so production refuses it. */
export const DEVELOPMENT_SECRET = 'development-only-secret-never-use-in-production';

/** Value of JWT_AUDIENCE and JWT_ISSUER by which an operator says that every one is accepted. */
const ANY = 'any';

/** Reads the settings of access tokens. */
export function tokenConfig(settings: Settings, production: boolean, embedded: boolean): TokenConfig {
  const issuers = issuersConfig(settings, production);
  const key = tokenKey(settings, production, settings.text('JWT_ISSUERS') !== undefined);
  const devTokens = settings.flag('DEV_TOKENS', embedded && !production && key.kind === 'secret');
  if (production && devTokens) settings.problem('DEV_TOKENS must not be true in production');
  if (devTokens && key.kind !== 'secret')
    settings.problem('DEV_TOKENS needs JWT_SECRET: the service cannot sign for another key');
  if (devTokens && !embedded)
    settings.warn('DEV_TOKENS is true: everybody gets a token for every user, without a password.');
  return {
    key,
    issuers,
    issuer: expectedClaim(settings, 'JWT_ISSUER', key, production),
    audience: expectedClaim(settings, 'JWT_AUDIENCE', key, production),
    userClaim: settings.text('JWT_USER_CLAIM') ?? 'sub',
    devTokens,
  };
}

/** @param hasIssuers JWT_ISSUERS is set */
function tokenKey(settings: Settings, production: boolean, hasIssuers: boolean): TokenKey {
  const secret = settings.text('JWT_SECRET');
  const pem = settings.text('JWT_PUBLIC_KEY')?.replaceAll('\\n', '\n');
  const url = settings.url('JWT_JWKS_URL', ['https:', 'http:']);
  if ([secret, pem, url].filter((given) => given !== undefined).length > 1)
    settings.problem('JWT_SECRET, JWT_PUBLIC_KEY and JWT_JWKS_URL exclude each other');
  if (url !== undefined) return publishedKeys(settings, url, production);
  if (pem !== undefined) return { kind: 'publicKey', pem };
  if (secret === undefined && hasIssuers) return { kind: 'none' };
  return sharedSecret(settings, secret ?? DEVELOPMENT_SECRET, production);
}

/** Whoever stands between the service and the keys could replace those of plain http by their own. */
function publishedKeys(settings: Settings, url: string, production: boolean): TokenKey {
  if (URL.canParse(url) && new URL(url).protocol === 'http:' && (production || !isLoopback(new URL(url).hostname)))
    settings.problem(
      `JWT_JWKS_URL must start with https://${production ? '' : '; http:// is only allowed for this machine, such as http://localhost:8080'}`,
    );
  return { kind: 'jwks', url };
}

function sharedSecret(settings: Settings, secret: string, production: boolean): TokenKey {
  const weakness = weaknessOf(secret);
  if (secret === DEVELOPMENT_SECRET && production)
    settings.problem('production needs JWT_SECRET (not the development one), JWT_PUBLIC_KEY or JWT_JWKS_URL');
  else if (secret === DEVELOPMENT_SECRET)
    settings.warn(
      'Tokens are verified with the public development secret: everybody can sign one. Set JWT_SECRET or a key.',
    );
  else if (weakness !== undefined && production)
    settings.problem(`JWT_SECRET ${weakness}. Generate one with: openssl rand -hex 32`);
  else if (weakness !== undefined)
    settings.warn(`JWT_SECRET ${weakness}; production refuses it. Generate one with: openssl rand -hex 32`);
  return { kind: 'secret', secret };
}

/**
 * Reads the issuer or audience that tokens must name. A provider signs tokens for many applications with one key, so
 * production wants to hear which one this is. A shared secret belongs to this service alone.
 */
function expectedClaim(
  settings: Settings,
  name: 'JWT_ISSUER' | 'JWT_AUDIENCE',
  { kind }: TokenKey,
  production: boolean,
): string | undefined {
  const text = settings.text(name);
  const isAny = text?.toLowerCase() === ANY;
  if (text !== undefined && !isAny) return text;
  if (kind === 'secret' || kind === 'none') return undefined;
  if (text === undefined && production)
    settings.problem(
      `production needs ${name} with JWT_PUBLIC_KEY or JWT_JWKS_URL, because the key may sign tokens for other applications; ${ANY} accepts all of them`,
    );
  else settings.warn(`${name} is ${isAny ? ANY : 'not set'}: ${ACCEPTED[name]} that the key signs are accepted.`);
  return undefined;
}

const ACCEPTED = { JWT_ISSUER: 'tokens of every issuer', JWT_AUDIENCE: 'tokens for every application' } as const;

/** Least length of the secret of tokens: HS256 has no more strength than its key (RFC 7518, section 3.2). */
const MIN_SECRET_BYTES = 32;
/** Random texts of this length have more different characters, also those of hexadecimal digits. */
const MIN_DIFFERENT_CHARACTERS = 8;

/** Texts of manuals, which are public or ask to be replaced. */
const PLACEHOLDER =
  /change[-_ ]?(?:me|this|it)|replace[-_ ]?(?:me|this|it)|your[-_ ][^]*(?:secret|key)|development[-_ ]only|at[-_ ]least[-_ ]256[-_ ]bits/i;

/** Says why a secret of tokens is easy to guess; `undefined` for one that is not. Never shows the secret. */
function weaknessOf(secret: string): string | undefined {
  const bytes = Buffer.byteLength(secret);
  if (bytes < MIN_SECRET_BYTES) return `has ${bytes} ${bytes === 1 ? 'byte' : 'bytes'}, fewer than ${MIN_SECRET_BYTES}`;
  const different = new Set(secret).size;
  if (different < MIN_DIFFERENT_CHARACTERS)
    return `has ${different} different ${different === 1 ? 'character' : 'characters'}, fewer than ${MIN_DIFFERENT_CHARACTERS}`;
  if (periodOf(secret) <= secret.length / 2) return 'repeats one text';
  return PLACEHOLDER.test(secret) ? 'is a text of a manual' : undefined;
}

/** Length of the shortest text that gives the whole when it is repeated, the last time maybe in part. */
function periodOf(text: string): number {
  let period = 1;
  while (!text.startsWith(text.slice(period))) period += 1;
  return period;
}
