import { loadConfig } from '#platform/process/config/load-config.js';

const AUTHORITY = 'https://id.example/realms/a';
const CLIENT = { STUDIO_OIDC_AUTHORITY: AUTHORITY, STUDIO_OIDC_CLIENT_ID: 'studio' };

it('serves the studio, without an identity provider', () => {
  expect(loadConfig({}).studio).toEqual({ oidc: undefined });
  expect(loadConfig({ ...CLIENT, STUDIO: 'false' }).studio).toBeUndefined();
});

it.each([
  [CLIENT, { authority: AUTHORITY, clientId: 'studio', scope: 'openid profile' }],
  [
    { ...CLIENT, STUDIO_OIDC_SCOPE: 'profile  openid api://x/y' },
    { authority: AUTHORITY, clientId: 'studio', scope: 'profile  openid api://x/y' },
  ],
  [
    { ...CLIENT, STUDIO_OIDC_AUTHORITY: 'http://localhost:8080' },
    { authority: 'http://localhost:8080', clientId: 'studio', scope: 'openid profile' },
  ],
])('reads the identity provider of %j', (env, oidc) => expect(loadConfig(env).studio).toEqual({ oidc }));

it.each<[env: Record<string, string>, problem: string]>([
  [{ STUDIO: 'on' }, 'STUDIO must be true or false'],
  [{ STUDIO_OIDC_AUTHORITY: AUTHORITY }, 'STUDIO_OIDC_AUTHORITY needs STUDIO_OIDC_CLIENT_ID'],
  [{ STUDIO_OIDC_CLIENT_ID: 'studio' }, 'STUDIO_OIDC_CLIENT_ID needs STUDIO_OIDC_AUTHORITY'],
  [{ STUDIO_OIDC_SCOPE: 'openid' }, 'STUDIO_OIDC_SCOPE needs STUDIO_OIDC_AUTHORITY'],
  [{ ...CLIENT, STUDIO_OIDC_SCOPE: 'profile' }, 'STUDIO_OIDC_SCOPE must contain openid'],
  [{ ...CLIENT, STUDIO_OIDC_AUTHORITY: 'id.example' }, 'STUDIO_OIDC_AUTHORITY must be a URL that starts with https://'],
  [{ ...CLIENT, STUDIO_OIDC_AUTHORITY: 'ftp://id.example' }, 'STUDIO_OIDC_AUTHORITY must be a URL'],
  [{ ...CLIENT, STUDIO_OIDC_AUTHORITY: 'http://id.example' }, 'STUDIO_OIDC_AUTHORITY must start with https://'],
  [{ ...CLIENT, STUDIO_OIDC_AUTHORITY: 'https://a:b@id.example' }, 'without a login, a query and a fragment'],
  [{ ...CLIENT, STUDIO_OIDC_AUTHORITY: 'https://id.example/?a=b' }, 'without a login, a query and a fragment'],
  [{ ...CLIENT, STUDIO_OIDC_AUTHORITY: 'https://id.example/#a' }, 'without a login, a query and a fragment'],
  [{ STUDIO: 'false', STUDIO_OIDC_CLIENT_ID: 'studio' }, 'STUDIO_OIDC_CLIENT_ID needs STUDIO_OIDC_AUTHORITY'],
])('refuses %j', (env, problem) => expect(() => loadConfig(env)).toThrow(problem));
