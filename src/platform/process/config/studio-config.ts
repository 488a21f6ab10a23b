import { isLoopback } from './address-ranges.js';
import type { Settings } from './settings.js';

/** The studio, which browsers load from this service. */
export interface StudioConfig {
  /** Sign-in by OpenID Connect; undefined without STUDIO_OIDC_AUTHORITY. */
  readonly oidc: OidcConfig | undefined;
}

/** A client of an identity provider, for the authorization code flow with PKCE: it has no secret. */
export interface OidcConfig {
  /** STUDIO_OIDC_AUTHORITY: URL of the provider, under which its `.well-known/openid-configuration` is. */
  readonly authority: string;
  /** STUDIO_OIDC_CLIENT_ID. */
  readonly clientId: string;
  /** STUDIO_OIDC_SCOPE, default `openid profile`. */
  readonly scope: string;
}

const DEFAULT_SCOPE = 'openid profile';

/** Reads the settings of the studio. @returns undefined with STUDIO=false */
export function studioConfig(settings: Settings): StudioConfig | undefined {
  const isOn = settings.flag('STUDIO', true);
  const oidc = oidcConfig(settings);
  return isOn ? { oidc } : undefined;
}

function oidcConfig(settings: Settings): OidcConfig | undefined {
  const authority = settings.url('STUDIO_OIDC_AUTHORITY', ['https:', 'http:']);
  const clientId = settings.text('STUDIO_OIDC_CLIENT_ID');
  const scope = settings.text('STUDIO_OIDC_SCOPE');
  if (authority === undefined) {
    if (clientId !== undefined) settings.problem('STUDIO_OIDC_CLIENT_ID needs STUDIO_OIDC_AUTHORITY');
    if (scope !== undefined) settings.problem('STUDIO_OIDC_SCOPE needs STUDIO_OIDC_AUTHORITY');
    return undefined;
  }
  checkAuthority(settings, authority);
  if (clientId === undefined) settings.problem('STUDIO_OIDC_AUTHORITY needs STUDIO_OIDC_CLIENT_ID');
  if (scope !== undefined && !scope.split(/\s+/).includes('openid'))
    settings.problem(`STUDIO_OIDC_SCOPE must contain openid, as in '${DEFAULT_SCOPE}'`);
  return { authority, clientId: clientId ?? '', scope: scope ?? DEFAULT_SCOPE };
}

/** Whoever stands between the browser and a provider over plain http could sign in as its user. */
function checkAuthority(settings: Settings, text: string): void {
  if (!URL.canParse(text)) return;
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  if (protocol === 'http:' && !isLoopback(hostname))
    settings.problem(
      'STUDIO_OIDC_AUTHORITY must start with https://; http:// is only allowed for this machine, such as http://localhost:8080',
    );
  if (username + password + search + hash !== '')
    settings.problem('STUDIO_OIDC_AUTHORITY must be a URL without a login, a query and a fragment');
}
