import { HUB, tokenOf } from '../../support/hub-client.js';
import { DEVELOPMENT, type TestApp } from '../../support/test-app.js';
import { HANDSHAKE } from '../../support/raw-socket.js';
import { AlternatingNodes } from './alternating-nodes.js';

const protectionOf = (headers: Headers): readonly unknown[] => [
  headers.get('cache-control'),
  headers.get('x-content-type-options'),
];

describe.each([1, 2])('answers of %i node(s)', (count) => {
  let nodes: AlternatingNodes;
  beforeAll(async () => void (nodes = await AlternatingNodes.start(count)));
  afterAll(() => nodes.stop());

  const send = (node: TestApp, ...request: Parameters<TestApp['send']>) => node.send(...request);

  it.each<[what: string, method: string, path: string, body: unknown, status: number]>([
    ['rows', 'POST', '/queries/select', { EntityName: 'Customer' }, 200],
    ['a scope', 'GET', '/access?entityName=Customer', undefined, 200],
    ['a refusal', 'POST', '/queries/select', { EntityName: 'Payment' }, 403],
    ['an unknown route', 'GET', '/nothing', undefined, 404],
    ['a wrong method', 'DELETE', '/queries/select', undefined, 405],
    ['malformed JSON', 'POST', '/queries/select', '{', 400],
  ])('forbid caching and content sniffing: %s', async (_, method, path, body, status) => {
    for (const node of nodes.nodes) {
      const answer = await node.as('nina.north').send(method, path, body);
      expect([answer.status, ...protectionOf(answer.headers)]).toEqual([status, 'no-store', 'nosniff']);
    }
  });

  it('let only the caller keep a description, and ask for a newer one each time', async () => {
    for (const node of nodes.nodes) {
      const { headers } = await node.as('nina.north').get('/openapi.json');
      expect(protectionOf(headers)).toEqual(['private, no-cache', 'nosniff']);
    }
  });

  it('forbid caching and content sniffing without a token, for tokens and for health', async () => {
    for (const node of nodes.nodes) {
      const answers = [
        await send(node, 'POST', '/api/v1/queries/select', {}),
        await send(node, 'POST', '/dev/token', { UserName: 'nina.north' }),
        await send(node, 'GET', '/health/ready'),
        await send(node, 'GET', '/nowhere'),
      ];
      expect(answers.map(({ status }) => status)).toEqual([401, 200, 200, 404]);
      for (const { headers } of answers) expect(protectionOf(headers)).toEqual(['no-store', 'nosniff']);
    }
  });

  it('forbid caching and content sniffing on the hub: negotiation, polls through any node, refusals', async () => {
    const Authorization = `Bearer ${await tokenOf(nodes.first, 'nina.north')}`;
    const at = (index: number, method: string, path: string, body?: unknown) =>
      nodes.nodes[index % count].send(method, HUB + path, body, { Authorization, ...DEVELOPMENT });
    const negotiated = await at(0, 'POST', '/negotiate?negotiateVersion=1');
    const path = `?id=${negotiated.body.connectionToken}`;
    const polls = [await at(0, 'GET', path), await at(1, 'POST', path, HANDSHAKE), await at(1, 'GET', path)];
    const refusals = [await at(0, 'GET', '?id=none'), await nodes.first.send('POST', `${HUB}/negotiate`)];
    expect([negotiated, ...polls, ...refusals].map(({ status }) => status)).toEqual([200, 200, 200, 200, 404, 401]);
    expect(polls[2].text).toContain('{}');
    for (const { headers } of [negotiated, ...polls, ...refusals]) {
      expect(protectionOf(headers)).toEqual([expect.stringContaining('no-store'), 'nosniff']);
    }
    await at(0, 'DELETE', path);
  });

  it('allow browsers to cache the files of Swagger UI', async () => {
    const script = await send(nodes.first, 'GET', '/swagger/swagger-ui-bundle.js');
    expect([script.status, ...protectionOf(script.headers)]).toEqual([
      200,
      expect.not.stringContaining('no-store'),
      'nosniff',
    ]);
  });
});
