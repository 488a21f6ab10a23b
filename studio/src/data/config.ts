import { Refusal } from './refusal';

/** Answer of `GET /studio/config.json`. */
export interface StudioConfig {
  readonly Version: string;
  readonly Oidc?: { readonly Authority: string; readonly ClientId: string; readonly Scope: string };
  /** People of the demo; with development tokens only. */
  readonly DevUsers?: readonly DevUser[];
}

export interface DevUser {
  readonly UserName: string;
  readonly DisplayName: string;
}

/** @throws Refusal */
export async function loadConfig(): Promise<StudioConfig> {
  const response = await fetch('/studio/config.json').catch(() => undefined);
  if (response?.ok !== true) throw new Refusal(response?.status ?? 0, []);
  return (await response.json()) as StudioConfig;
}

/** A token for a person of the demo. @throws Refusal */
export async function developmentToken(userName: string): Promise<string> {
  const response = await fetch('/dev/token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ UserName: userName }),
  }).catch(() => undefined);
  if (response?.ok !== true) throw new Refusal(response?.status ?? 0, []);
  return ((await response.json()) as { readonly AccessToken: string }).AccessToken;
}
