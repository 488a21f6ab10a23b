import fc from 'fast-check';
import { grownBodies } from '../../support/grown-bodies.js';
import { longestTurn } from '../../support/longest-turn.js';
import { slowness } from '../../support/machine-speed.js';
import { SEED } from '../../support/seed.js';
import { Sender, type SentAnswer } from '../../support/sender.js';
import { DEVELOPMENT, TestApp } from '../../support/test-app.js';
import { sentBodies, type Document, type Sent } from '../hostile/sent-bodies.js';

/** Minutes of a longer search: `TURN_MINUTES=60 TEST_SEED=random npm test -- test/e2e/attacks/turns`. */
const MINUTES = Number(process.env.TURN_MINUTES ?? 0.25);
const MAX_TURN_MS = 50 * slowness();
/** A search of given minutes judges turns; without them late turns are printed, as some bodies still take longer. */
const JUDGES_TURNS = process.env.TURN_MINUTES !== undefined;
/** Other processes disturb a turn, but not each time. */
const TRIES = 6;

let app: TestApp;
let sender: Sender;
const headers = new Map<string, Readonly<Record<string, string>>>();
beforeAll(async () => {
  app = await TestApp.start();
  sender = new Sender();
  for (const user of ['ada.admin', 'nina.north', 'omar.outside']) {
    const { body } = await app.send('POST', '/dev/token', { UserName: user });
    headers.set(user, { Authorization: `Bearer ${body.AccessToken}`, ...DEVELOPMENT });
  }
});
afterAll(async () => {
  await sender.stop();
  await app.stop();
});

const send = (user: string, { method, path, body }: Omit<Sent, 'name'>, gzip = false): Promise<SentAnswer> =>
  sender.send({
    method,
    url: app.url + (path.startsWith('/dev') ? path : `/api/v1${path}`),
    headers: headers.get(user)!,
    body: body as string,
    gzip,
  });

/** Bodies of routes that show no examples; all others have some, so that a new route is covered. */
const withoutExamples = ({ paths }: Document): readonly Sent[] =>
  Object.entries(paths).flatMap(([template, item]) =>
    Object.entries(item).flatMap(([method, { requestBody }]) => {
      if (!requestBody || Object.keys(requestBody.content['application/json'].examples ?? {}).length > 0) return [];
      const path = template.replace('/api/v1', '').replace(/{\w+}/g, '00000000-0000-4000-8000-000000000000');
      return [{ name: path, method: method.toUpperCase(), path, body: { Step: 'x', Other: [1] } }];
    }),
  );

/** Shortest of the longest turns of some tries. */
async function turnMs(work: () => Promise<unknown>): Promise<number> {
  let least = Infinity;
  for (let i = 0; i < TRIES && least >= MAX_TURN_MS; i++) least = Math.min(least, (await longestTurn(work)).longestMs);
  return least;
}

it(
  `answers the greatest bodies of every route in short turns (TEST_SEED=${SEED})`,
  async () => {
    const { body: document } = await app.send('GET', '/api/v1/openapi.json');
    const sent = [...sentBodies(document as Document), ...withoutExamples(document as Document)];
    const endsAt = performance.now() + MINUTES * 60_000;
    const [wrong, late]: [unknown[], unknown[]] = [[], []];
    for (let round = 0; performance.now() < endsAt; round++) {
      const made = fc.sample(
        fc.constantFrom(...sent).chain((each) => grownBodies(each.body).map((grown) => ({ each, grown }))),
        {
          numRuns: 1,
          seed: SEED + round,
        },
      );
      const [{ each, grown }] = made;
      const user = [...headers.keys()][round % headers.size];
      const request = { ...each, body: grown.text };
      const answers: SentAnswer[] = [];
      const ms = await turnMs(async () => answers.push(await send(user, request)));
      const { status, bytes, shown } = answers[0];
      const isLate = ms >= MAX_TURN_MS;
      const isWrong = status === 0 || status >= 500 || bytes > 17_000_000;
      if (isLate || isWrong)
        (isWrong || JUDGES_TURNS ? wrong : late).push({
          seed: SEED + round,
          user,
          name: each.name,
          what: grown.what,
          ms: Math.round(ms),
          status,
          bytes,
          shown: shown.slice(0, 300),
        });
    }
    if (late.length > 0) process.stderr.write(`Turns over ${MAX_TURN_MS} ms: ${JSON.stringify(late, null, 1)}\n`);
    expect(wrong).toEqual([]);
  },
  (MINUTES + 3) * 60_000,
);
