import { type Answer, Caller, type Row, type TestApp } from './test-app.js';

const DAY_MS = 86_400_000;

/** Time in some days, as a field has it. */
export const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

export interface Key {
  readonly id: string;
  readonly secret: string;
  /** Calls by the key, without context headers. */
  readonly caller: Caller;
}

/** A caller by the secret of a key. */
export const bySecret = (app: TestApp, secret: string): Caller =>
  new Caller((method, path, body, headers = {}) =>
    app.send(method, `/api/v1${path}`, body, { Authorization: `Bearer ${secret}`, ...headers }),
  );

/** Makes a key of a user. @param more members, such as its limits */
export async function keyOf(app: TestApp, UserId: string, more: Row = {}): Promise<Key> {
  const fields = { UserId, Name: 'a key', ExpiresOn: inDays(1), ...more };
  const { status, body, text } = await app.as('ada.admin').insert('ApiKey', fields);
  if (status !== 200) throw new Error(text);
  const { Id: id, Secret: secret } = body.Result;
  return { id, secret, caller: bySecret(app, secret) };
}

/** An answer as its status and first code. */
export const told = ({ status, body }: Answer): string => `${status} ${body.ErrorDetails?.[0]?.Code ?? ''}`.trim();
