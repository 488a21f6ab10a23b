import { LONG_BODIES, type LongBody } from '../../support/long-bodies.js';
import { Sender } from '../../support/sender.js';
import { DEVELOPMENT, TestApp } from '../../support/test-app.js';
import { TurnWatch } from '../../support/turn-watch.js';

const MAX_TURN_MS = 50;
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
      least = Math.min(least, await TurnWatch.longestMs(() => send(attack)));
    expect(least).toBeLessThan(MAX_TURN_MS);
  });
});
