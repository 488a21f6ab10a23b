import { setTimeout as delay } from 'node:timers/promises';
import { longestTurn } from '../../support/longest-turn.js';
import { slowness } from '../../support/machine-speed.js';
import { repeatInBackground } from '../../support/repeat-in-background.js';
import { ServiceProcess, START_MS } from '../../support/service-process.js';
import { byId, DEVELOPMENT, TestApp, type Answer } from '../../support/test-app.js';

/**
 * Four of them at once leave the event loop to others. This process sends the bodies, and other tests use the cores: health
 * is slower here than it is to others (150 ms), and was seconds without limits.
 */
const MAX_HEALTH_MS = 1_500;

const lists = (count: number, length: number, value: unknown = 'x'): object => ({
  WhereClause: {
    Filters: Array.from({ length: count }, () => ({
      FieldName: 'Name',
      Operator: 'IN',
      Value:
        typeof value === 'function' ? (value as (n: number) => unknown)(length) : Array.from({ length }, () => value),
    })),
  },
});
const split = (length: number): string => Array.from({ length }, () => 'x').join();

describe.each([1, 2])('lists of values, on %i node(s)', (nodes) => {
  let first: TestApp;
  let node: TestApp;
  beforeAll(async () => {
    first = await TestApp.start();
    node = nodes === 1 ? first : await first.startAnother();
  });
  afterAll(async () => {
    if (node !== first) await node.stop();
    await first.stop();
  });

  const select = (body: object, user = 'ada.admin'): Promise<Answer> =>
    node.as(user).send('POST', '/queries/select', { EntityName: 'Customer', SelectedFields: ['Id'], ...body });
  const codeOf = ({ status, body }: Answer): unknown => [status, body.ErrorDetails[0]?.Code];

  it('accept 20,000 values in total', async () => {
    expect((await select(lists(2, 10_000))).status).toBe(200);
    const more = await select(lists(3, 7_000));
    expect(codeOf(more)).toEqual([400, 'BadFilter']);
    expect(more.body.Errors).toEqual(['The lists of a request have at most 20000 values together.']);
  });

  it.each(['"', '\\', 'ä', '😀'])('are sent in short turns with a long text of %s', async (part) => {
    const Body = part.repeat(6_000);
    const [long, longer] = [part.repeat(500_000), part.repeat(500_001)];
    const id = await node.as('ada.admin').inserted('Note', { Subject: 'Long', Body: `${Body}${Body}` });
    const isFound = async (Value: readonly unknown[]): Promise<boolean> => {
      const body = { EntityName: 'Note', WhereClause: { Filters: [{ FieldName: 'Body', Operator: 'IN', Value }] } };
      const { result, longestMs } = await longestTurn(() => node.as('ada.admin').send('POST', '/queries/select', body));
      expect(result.status).toBe(200);
      expect(longestMs).toBeLessThan(50 * slowness());
      return result.body.Result.some(({ Id }: { Id: string }) => Id === id);
    };
    expect(await isFound([long, null, 'x', `${Body}${Body}`])).toBe(true);
    expect(await isFound([long, Body, longer])).toBe(false);
    expect((await node.as('ada.admin').delete('Note', byId(id))).status).toBe(200);
  });

  it.each<[string, object]>([
    ['texts with commas', lists(3, 7_000, split)],
    [
      'includes',
      { ...lists(2, 7_000), Includes: [{ Name: 'CustomerOrders', ...rename(lists(1, 7_000), 'OrderNumber') }] },
    ],
    ['ExistsIn', existsIn(lists(3, 7_000))],
  ])('count towards the limit in %s', async (_, body) => {
    expect(codeOf(await select(body))).toEqual([400, 'BadFilter']);
  });

  it('cost little for a caller without read scope', async () => {
    expect(codeOf(await select(lists(10, 10_000), 'omar.outside'))).toEqual([403, 'ScopeNone']);
  });

  it.each<[string, object]>([
    ['values', lists(200, 10_000, 1)],
    ['texts', lists(200, 5_000, 'x')],
    ['texts with commas', lists(200, 10_000, split)],
  ])(
    'of 4 MB do not delay other callers: %s',
    async (_, body) => {
      const text = JSON.stringify({ EntityName: 'Customer', ...body });
      const services = await Promise.all(Array.from({ length: nodes }, () => ServiceProcess.start(first.databaseUrl)));
      const times: number[] = [];
      const end = repeatInBackground(async () => {
        const from = performance.now();
        await fetch(`${services[0].url}/health/live`);
        times.push(performance.now() - from);
        await delay(5);
      });
      const send = async (i: number): Promise<Response> => {
        const { AccessToken } = (await services[i % nodes].send('POST', '/dev/token', { UserName: 'ada.admin' })).body;
        const headers = { Authorization: `Bearer ${AccessToken}`, ...DEVELOPMENT, 'Content-Type': 'application/json' };
        return fetch(`${services[i % nodes].url}/api/v1/queries/select`, { method: 'POST', headers, body: text });
      };
      // A process that has just started has compiled nothing yet.
      for (let i = 0; i < 4; i++) await send(i);
      times.length = 0;
      const asked = [0, 1, 2, 3].map(send);
      for (const { status } of await Promise.all(asked)) expect([400, 413]).toContain(status);
      await end();
      await ServiceProcess.killAll();
      expect(Math.max(...times)).toBeLessThan(MAX_HEALTH_MS);
    },
    START_MS,
  );
});

function rename(body: object, FieldName: string): object {
  return JSON.parse(JSON.stringify(body).replaceAll('"Name"', `"${FieldName}"`)) as object;
}

function existsIn(inner: object): object {
  const Value = { EntityName: 'Customer', FieldName: 'Id', ...inner };
  return { WhereClause: { Filters: [{ FieldName: 'Id', Operator: 'ExistsIn', Value }] } };
}
