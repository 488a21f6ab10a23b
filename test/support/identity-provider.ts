import { generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import jwt from 'jsonwebtoken';
import type { Place, TestApp } from './test-app.js';
import { Caller, DEVELOPMENT } from './test-app.js';

type Claims = Readonly<Record<string, unknown>>;

/** Claims of an access token of Keycloak: roles of the realm and of a client, groups by a mapper. */
export const keycloakToken = (sub: string, roles: readonly string[] = [], more: Claims = {}): Claims => ({
  jti: randomUUID(),
  typ: 'Bearer',
  azp: 'orders',
  sid: randomUUID(),
  acr: '1',
  'allowed-origins': ['https://orders.example'],
  scope: 'openid email profile',
  sub,
  name: 'Kim Keycloak',
  preferred_username: 'kim',
  given_name: 'Kim',
  family_name: 'Keycloak',
  email: 'kim@keycloak.example',
  email_verified: true,
  realm_access: { roles: ['offline_access', 'uma_authorization', ...roles] },
  resource_access: { 'orders.web': { roles }, account: { roles: ['view-profile'] } },
  groups: roles.map((role) => `/${role}`),
  ...more,
});

/** Claims of a version 2.0 token of Entra ID: ids of groups, names of app roles, no email_verified. */
export const entraToken = (sub: string, groups: readonly string[] = [], more: Claims = {}): Claims => ({
  aio: 'AWQAm/8T',
  azp: '6a6b6c6d-0000-4000-8000-00000000000a',
  azpacr: '1',
  name: 'Enno Entra',
  oid: randomUUID(),
  preferred_username: 'enno@entra.example',
  email: 'enno@entra.example',
  rh: '0.AQ',
  scp: 'access_as_user',
  sub,
  tid: '72f988bf-86f1-41af-91ab-2d7cd011db47',
  uti: 'q4',
  ver: '2.0',
  groups,
  ...more,
});

/** Claims of an access token of Auth0, whose own claims have names of URLs. */
export const auth0Token = (sub: string, roles: readonly string[] = [], more: Claims = {}): Claims => ({
  sub,
  azp: 'aBcD',
  scope: 'openid profile email',
  'https://northgate.example/roles': roles,
  'https://northgate.example/email': 'ada@auth0.example',
  permissions: ['read:orders'],
  ...more,
});

/** An identity provider with keys of its own, which it publishes over HTTP. */
export class IdentityProvider {
  readonly #key: KeyObject;
  readonly #published: object;
  #server: Server | undefined;
  /** Time of the tokens, in seconds since 1970; each token is one second younger than the one before. */
  #issuedAt = Math.floor(Date.now() / 1_000) - 3_000;

  constructor(
    readonly issuer: string,
    readonly audience = 'orders',
  ) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    this.#key = privateKey;
    this.#published = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k1', use: 'sig', alg: 'ES256' }] };
  }

  async start(): Promise<void> {
    this.#server = createServer((_, response) => response.end(JSON.stringify(this.#published)));
    await new Promise<void>((resolve) => this.#server!.listen(0, '127.0.0.1', resolve));
  }

  stop(): void {
    this.#server?.close();
  }

  /** Its element of JWT_ISSUERS. */
  setting(more: object = {}): object {
    const { port } = this.#server!.address() as AddressInfo;
    return { Issuer: this.issuer, Audience: this.audience, JwksUrl: `http://127.0.0.1:${port}/keys`, ...more };
  }

  /** Signs a token that is newer than those before. @param claims those given as undefined are left out */
  sign(claims: Claims): string {
    const iat = ++this.#issuedAt;
    const all = { iss: this.issuer, aud: this.audience, iat, exp: Math.floor(Date.now() / 1_000) + 600, ...claims };
    const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
    return jwt.sign(given, this.#key, { algorithm: 'ES256', keyid: 'k1' });
  }
}

/** Calls by a token. */
export const byToken = (app: TestApp, token: string, place: Place = DEVELOPMENT): Caller =>
  new Caller((method, path, body, headers = {}) =>
    app.send(method, `/api/v1${path}`, body, { Authorization: `Bearer ${token}`, ...place, ...headers }),
  );
