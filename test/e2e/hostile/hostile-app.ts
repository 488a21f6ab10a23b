import { TestApp, type Answer } from '../../support/test-app.js';
import { expectAlive, expectDecent, expectCheap, expectRefused, expectUnwritten } from './expect-healthy.js';
import { rawRequest, sendRaw, type RawAnswer } from './raw-client.js';

/** Routes that take a body, with their verbs. */
export const ROUTES = {
  select: ['POST', '/queries/select'],
  insert: ['POST', '/records/insert'],
  update: ['PUT', '/records/update'],
  delete: ['DELETE', '/records/delete'],
} as const;
export type Route = keyof typeof ROUTES;

/** A service under attack by a user with every right, so that no scope gets in the way of the input. */
export class HostileApp {
  private constructor(
    readonly app: TestApp,
    /** Header lines of a good request. */
    readonly lines: readonly string[],
  ) {}

  static async start(): Promise<HostileApp> {
    const app = await TestApp.start();
    const { body } = await app.send('POST', '/dev/token', { UserName: 'ada.admin' });
    const place = ['TenantId: Northgate', 'AppId: OrderToCash', 'EnvironmentId: Development'];
    return new HostileApp(app, [
      `Authorization: Bearer ${body.AccessToken}`,
      ...place,
      'Content-Type: application/json',
    ]);
  }

  stop(): Promise<void> {
    return this.app.stop();
  }

  /** Sends a body and expects it to be refused, or at least answered decently, and nothing to be written by a refusal. */
  async send(route: Route, body: unknown): Promise<Answer> {
    const [method, path] = ROUTES[route];
    const sent = typeof body === 'string' ? body : JSON.stringify(body);
    const before = await this.app.mark();
    const answer = await expectCheap(() => this.app.as('ada.admin').send(method, path, sent));
    expectDecent(answer, `${route} ${sent}`);
    if (answer.status >= 400) await expectUnwritten(this.app, before);
    return answer;
  }

  /** The same for a request that must not succeed. */
  async refuse(route: Route, body: unknown): Promise<Answer> {
    const answer = await this.send(route, body);
    expectRefused(answer, JSON.stringify(body));
    await expectAlive(this.app);
    return answer;
  }

  /** The same for raw bytes. @param line such as `GET /health/live` */
  async raw(line: string, lines: readonly string[], body: string | Buffer = ''): Promise<RawAnswer> {
    const before = await this.app.mark();
    const answer = await sendRaw(this.app.url, ...rawRequest(line, lines, body));
    expectDecent(answer, [line, ...lines, body.toString()].join('\n'));
    await expectUnwritten(this.app, before);
    await expectAlive(this.app);
    return answer;
  }
}
