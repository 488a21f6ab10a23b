import { once } from 'node:events';
import { Agent, get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { TestApp } from '../../../support/test-app.js';

const SCRIPT = '/swagger/swagger-ui-init.js';
const REQUESTS = 400;
const AT_ONCE = 50;

interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

describe('what is the same for every caller', () => {
  let app: TestApp;
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(async () => {
    agent.destroy();
    await app?.stop();
  });

  /** Gets a path without decompressing the answer. */
  const receive = async (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Received> => {
    const [res] = (await once(get(app.url + path, { agent, headers }), 'response')) as [IncomingMessage];
    return { status: res.statusCode!, headers: res.headers, body: await buffer(res) };
  };

  /** CPU of this process, server and client, for many requests; the least of three rounds. */
  async function cpuOf(path: string, headers: Readonly<Record<string, string>> = {}): Promise<number> {
    const rounds: number[] = [];
    for (let round = 0; round < 3; round++) {
      const before = process.cpuUsage();
      await Promise.all(Array.from({ length: REQUESTS }, () => receive(path, headers)));
      const { user, system } = process.cpuUsage(before);
      rounds.push(user + system);
    }
    return Math.min(...rounds);
  }

  it('shows the description in the script that starts Swagger UI', async () => {
    const { status, body, headers } = await receive(SCRIPT);
    expect([status, headers['content-type']]).toEqual([200, 'application/javascript; charset=utf-8']);
    const text = body.toString();
    const [start, end] = [text.indexOf('let options = ') + 'let options = '.length, text.indexOf('};\n') + 1];
    const { swaggerDoc, customOptions } = JSON.parse(text.slice(start, end));
    const { body: described } = await app.send('GET', '/api/v1/openapi.json?version=3.0');
    expect(swaggerDoc).toEqual(described);
    expect(customOptions).toEqual({
      persistAuthorization: true,
      tryItOutEnabled: true,
      displayRequestDuration: true,
      defaultModelsExpandDepth: 0,
      validatorUrl: null,
    });
    expect((await receive('/swagger/swagger/swagger-ui-init.js')).body.equals(body)).toBe(true);
  });

  it.each([SCRIPT, '/api/v1/openapi.json', '/api/v1/openapi.json?version=3.0'])(
    'answers %s compressed, and 304 to whoever has it',
    async (path) => {
      const plain = await receive(path);
      const compressed = await receive(path, { 'Accept-Encoding': 'gzip' });
      expect(compressed.headers['content-encoding']).toBe('gzip');
      expect(gunzipSync(compressed.body).equals(plain.body)).toBe(true);
      for (const { headers } of [plain, compressed]) {
        const again = await receive(path, { 'If-None-Match': headers.etag! });
        expect([again.status, again.body.length]).toEqual([304, 0]);
      }
    },
  );

  it.each([SCRIPT, '/api/v1/openapi.json', '/api/v1/openapi.json?version=3.0', '/metrics', '/health/ready'])(
    'costs about as much as the simplest route: %s',
    async (path) => {
      await cpuOf(path, { 'Accept-Encoding': 'gzip' });
      const trivial = await cpuOf('/health/live');
      expect(await cpuOf(path, { 'Accept-Encoding': 'gzip' })).toBeLessThan(6 * trivial);
    },
  );
});

describe('the setting SWAGGER', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start({ SWAGGER: 'false' })));
  afterAll(() => app?.stop());

  it('turns Swagger UI off, and leaves the description', async () => {
    const paths = ['/swagger', '/swagger/', SCRIPT, '/swagger/swagger-ui-bundle.js', '/swagger/follow-sign-in.js'];
    for (const path of paths) expect([path, (await app.send('GET', path)).status]).toEqual([path, 404]);
    expect((await app.send('GET', '/api/v1/openapi.json')).body.paths).toHaveProperty('/api/v1/records/insert');
  });
});
