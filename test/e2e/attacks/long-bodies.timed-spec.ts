import { longestTurn } from '../../support/longest-turn.js';
import { slowness } from '../../support/machine-speed.js';
import { LONG_BODIES, type LongBody } from '../../support/long-bodies.js';
import { Sender } from '../../support/sender.js';
import { DEVELOPMENT, TestApp } from '../../support/test-app.js';

const MAX_TURN_MS = 50 * slowness();
/** A turn that another process has disturbed is short the next time. */
const TRIES = 8;

describe('bodies that are longer than any real one', () => {
  let app: TestApp;
  let sender: Sender;
  let headers: Readonly<Record<string, string>>;
  beforeAll(async () => {
    app = await TestApp.start();
    sender = new Sender();
    const { body } = await app.send('POST', '/dev/token', { UserName: 'nina.north' });
    headers = { Authorization: `Bearer ${body.AccessToken}`, ...DEVELOPMENT };
  });
  afterAll(async () => {
    await sender.stop();
    await app.stop();
  });

  const send = ({ method, path, body }: LongBody) =>
    sender.send({ method, url: `${app.url}/api/v1${path}`, headers, body, gzip: true });

  it.each(LONG_BODIES.map((each) => [each.name, each] as const))('refuses %s in short turns', async (_, attack) => {
    const { status, shown, bytes } = await send(attack);
    expect([status, shown]).toEqual([attack.status, expect.stringContaining(`"${attack.limit}":`)]);
    expect(bytes).toBeLessThan(1_000_000);
    let least = Infinity;
    for (let i = 0; i < TRIES && least >= MAX_TURN_MS; i++)
      least = Math.min(least, (await longestTurn(() => send(attack))).longestMs);
    expect(least).toBeLessThan(MAX_TURN_MS);
  });

  const long = { FieldName: 'Body', Value: 'x'.repeat(4_000_000) };
  const Where = { WhereClause: { Filters: [{ FieldName: 'Id', Operator: 'IsNotNULL' }] } };
  it.each([
    ['a select', 'POST', '/queries/select', { EntityName: 'Invoice', SelectedFields: [long] }],
    ['an insert', 'POST', '/records/insert', { EntityName: 'Invoice', Fields: [long] }],
    ['an update', 'PUT', '/records/update', { EntityName: 'Region', Fields: [long], ...Where }],
    ['a delete', 'DELETE', '/records/delete', { EntityName: 'Region', Fields: [long], ...Where }],
    ['an upsert', 'POST', '/records/upsert', { EntityName: 'Region', MatchOn: ['Code'], Fields: [long] }],
  ])('refuses %s of a member without scope by the head of the body', async (_, method, path, body) => {
    const { body: token } = await app.send('POST', '/dev/token', { UserName: 'omar.outside' });
    const call = { url: `${app.url}/api/v1${path}`, method, body: `${JSON.stringify(body)} and what is no JSON` };
    for (const gzip of [false, true]) {
      const answer = await sender.send({
        ...call,
        gzip,
        headers: { Authorization: `Bearer ${token.AccessToken}`, ...DEVELOPMENT },
      });
      expect([answer.status, answer.shown]).toEqual([403, expect.stringContaining('"Code":"ScopeNone"')]);
    }
    const mine = await sender.send({ ...call, body: '{"EntityName":"Invoice", and what is no JSON', headers });
    expect([mine.status, mine.shown]).toEqual([400, expect.stringContaining('MalformedJson')]);
  });

  it.each(['Contains', 'StartsWith', 'SplitContains'])('refuses a long text of %s', async (Operator) => {
    const refusedBody = (length: number) =>
      app.as('nina.north').send('POST', '/queries/select', {
        EntityName: 'Note',
        WhereClause: { Filters: [{ FieldName: 'Subject', Operator, Value: 'x'.repeat(length) }] },
      });
    expect((await refusedBody(10_000)).status).toBe(200);
    const { status, body } = await refusedBody(10_001);
    expect([status, body.Errors]).toEqual([
      400,
      ['Subject can only be compared with text of at most 10000 characters by this operator.'],
    ]);
  });

  it('refuses a long execution of an unknown workflow before it reads the tokens', async () => {
    const url = `${app.url}/api/v1/workflows/execute/00000000-0000-4000-8000-000000000000`;
    const { status, shown } = await sender.send({ url, method: 'POST', headers, body: `{"a":"${'x'.repeat(100_000)}` });
    expect([status, shown]).toEqual([404, expect.stringContaining('no such workflow')]);
  });
});
