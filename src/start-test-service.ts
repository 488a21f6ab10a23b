import type { INestApplication, Type } from '@nestjs/common';
import { mkdtemp, chmod, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from './app.js';
import { loadConfig } from './platform/process/config/load-config.js';

/** Options of a test service. */
export interface TestOptions {
  /** Settings of the service that differ from those of a test, by the names of docs/settings.md. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Modules beside those of the service, such as a plug-in's. */
  readonly modules?: readonly Type[];
}

/** An answer of the service; `body` is its JSON. */
export interface TestAnswer<Body = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** Sends requests as one user of one environment. @param path begins after `/api/v1`, such as `/records/insert` */
export type TestCaller = <Body = unknown>(method: string, path: string, body?: unknown) => Promise<TestAnswer<Body>>;

/** A running service on a database of its own. */
export interface TestService {
  /** Where it listens, such as `http://127.0.0.1:41234`. */
  readonly url: string;
  readonly app: INestApplication;
  /**
   * Signs in a user of the demo company.
   *
   * @param userName such as `ada.admin`, an Administrator
   * @param context headers of another environment than the demo's
   */
  as(userName: string, context?: Readonly<Record<string, string>>): Promise<TestCaller>;
  /** Stops the service and removes its database. */
  stop(): Promise<void>;
}

const DEMO = { TenantId: 'Northgate', AppId: 'OrderToCash', EnvironmentId: 'Development' };

/** Starts the real service with the demo company, on an embedded PostgreSQL in a temporary folder and on a free port. */
export async function startTestService({ settings, modules = [] }: TestOptions = {}): Promise<TestService> {
  const folder = await mkdtemp(join(tmpdir(), 'data-service-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    await chmod(folder, 0o755); // The embedded server may run as another user.
    const app = await createApp(testConfig(folder, settings), modules);
    await app.listen(0, '127.0.0.1');
    const url = await app.getUrl();
    const stop = async (): Promise<void> => {
      await app.close();
      await remove();
    };
    return { url, app, stop, as: (userName, context = DEMO) => signIn(url, userName, context) };
  } catch (error) {
    await remove();
    throw error;
  }
}

const testConfig = (folder: string, settings: TestOptions['settings']): ReturnType<typeof loadConfig> =>
  loadConfig({
    DATA_DIR: join(folder, 'data'),
    DEMO: 'true',
    DEV_TOKENS: 'true',
    LOG_LEVEL: 'error',
    WAIT_WINDOW_MS: '30000',
    ...settings,
  });

async function signIn(url: string, userName: string, context: Readonly<Record<string, string>>): Promise<TestCaller> {
  const { status, body } = await request(`${url}/dev/token`, 'POST', { UserName: userName }, {});
  if (status !== 200) throw new Error(`The service signs in no user ${userName}: ${JSON.stringify(body)}`);
  const { AccessToken } = body as { readonly AccessToken: string };
  const headers = { Authorization: `Bearer ${AccessToken}`, ...context };
  return async <Body>(method: string, path: string, sent?: unknown) =>
    (await request(`${url}/api/v1${path}`, method, sent, headers)) as TestAnswer<Body>;
}

async function request(
  url: string,
  method: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): Promise<TestAnswer> {
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(url, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...content,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}
