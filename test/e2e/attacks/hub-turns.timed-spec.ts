import { HubListener } from '../../support/hub-client.js';
import { longestTurn } from '../../support/longest-turn.js';
import { slowness } from '../../support/machine-speed.js';
import { TestApp } from '../../support/test-app.js';

const MAX_TURN_MS = 50 * slowness();
const METHODS = ['RegisterEntity', 'UnregisterEntity', 'GetOperation', 'StreamChanges'];
/** Messages of a client are somewhat longer at most (docs/limits.md#hub). */
const MAX_CHARACTERS = 30_000;
/** Calls that are sent at once. */
const CALLS = 3;

const many = <T>(part: T): readonly T[] =>
  Array.from({ length: Math.floor(MAX_CHARACTERS / (JSON.stringify(part).length + 1)) }, () => part);
const members = (name: string): object => Object.fromEntries(many('123456789').map((_, i) => [`${name}${i}`, i]));
const deep = (open: string, close: string): unknown => JSON.parse(open.repeat(90) + '1' + close.repeat(90));

const SHAPES: readonly (readonly [string, unknown])[] = [
  ...['x', ' ', '\n', '"', 'ä', '😀', '%_', '\u0000'].map(
    (part) =>
      [
        `a text of ${JSON.stringify(part)}`,
        many(part)
          .join('')
          .slice(0, MAX_CHARACTERS / 6),
      ] as const,
  ),
  ...[1, 'x', null, {}, [], { EntityNam: 'Note' }].map(
    (item) => [`a list of ${JSON.stringify(item)}`, many(item)] as const,
  ),
  ['an object of misspelt members', members('EntityNam')],
  ['an object of other members', members('k')],
  ['nested arrays', deep('[', ']')],
  ['nested objects', deep('{"a":', '}')],
];

// See docs/limits.md#hub
describe.each(['json', 'messagepack'] as const)('long arguments of hub methods over %s', (protocol) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());

  it.each(SHAPES)('are answered in short turns: %s', async (_, value) => {
    const client = await HubListener.served(app, 'nina.north', { protocol });
    const { connection } = client;
    for (const method of METHODS) {
      const call = (): Promise<unknown> =>
        method === 'StreamChanges'
          ? new Promise((resolve) =>
              connection
                .stream(method, value, value)
                .subscribe({ next: resolve, complete: () => resolve(0), error: resolve }),
            )
          : connection.invoke(method, value).catch((error: unknown) => error);
      const { longestMs } = await longestTurn(() => Promise.all(Array.from({ length: CALLS }, call)));
      expect({ method, longestMs, isShort: longestMs < MAX_TURN_MS }).toMatchObject({ isShort: true });
    }
    await client.stop();
    const other = await HubListener.registered(app, 'nina.north', ['Note']);
    await other.stop();
  });
});
