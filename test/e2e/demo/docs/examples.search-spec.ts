import { readFileSync, writeFileSync } from 'node:fs';
import { HUB, tokenOf } from '../../../support/hub-client.js';
import { type Block, withBlocks } from '../../../support/page-blocks.js';
import {
  examplesOf,
  type PageExample,
  printAnswer,
  printMessage,
  printRequest,
  readRequest,
} from '../../../support/page-examples.js';
import { Placeholders } from '../../../support/placeholders.js';
import { RawSocket, record } from '../../../support/raw-socket.js';
import { type Answer, DEVELOPMENT, TestApp } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';
import { REFERENCE, WALKS } from './http-pages.js';

type Message = Readonly<Record<string, unknown>>;

const isSelect = ({ text }: Block): boolean => text.startsWith('POST /api/v1/queries/select');

/** Subject of a message of the hub: its kind, its call or name, and the write that caused it. */
function subjectOf(message: Message): string {
  const [argument] = (message.arguments ?? []) as readonly Message[];
  return JSON.stringify([message.type, message.invocationId, message.target, argument?.CorrelationId]);
}

/**
 * The examples of a walk run one after the other on one service, as its pages tell them. `DOCS=update npm test --
 * test/e2e/demo/docs` renews the answers on the pages.
 */
// Requirement: R76
describe.each(WALKS.map((paths) => ({ paths })))('on a service of its own:', ({ paths }) => {
  const known = new Placeholders();
  const read = new Set<Message>();
  let app: TestApp;
  let hub: RawSocket;

  beforeAll(async () => {
    app = await TestApp.start({ ROLES: 'api,worker', SLOW_QUERY_MS: '600000' });
    const query = new URLSearchParams({ ...DEVELOPMENT, access_token: await tokenOf(app, 'nina.north') });
    hub = await RawSocket.greet(`${app.url}${HUB}?${query.toString()}`);
  });
  afterAll(async () => {
    hub.cut();
    await app.stop();
  });

  async function answerOf(request: Block): Promise<Answer> {
    const { user, method, target, headers, body } = readRequest(known.real(request.text));
    return target.startsWith('/api/v1')
      ? app.as(user).send(method, target.slice('/api/v1'.length), body, headers)
      : app.send(method, target, body, headers);
  }

  /** Outcomes, and rows that the page shows, are asked for until they are there. */
  async function settledAnswerOf(request: Block, shown: Block): Promise<Answer> {
    let answer = await answerOf(request);
    const isSettled = (): boolean =>
      answer.body?.Result?.Status !== 'Processing' &&
      (!isSelect(request) || shown.text.includes('"Result": []') || answer.body?.Result?.length !== 0);
    await until(request.text, async () => {
      if (isSettled()) return true;
      answer = await answerOf(request);
      return false;
    });
    return answer;
  }

  async function received(block: Block): Promise<Message> {
    const wanted = subjectOf(JSON.parse(known.real(block.text)) as Message);
    const find = (): Message | undefined =>
      hub.messages.find((message) => !read.has(message) && subjectOf(message) === wanted);
    await until(block.text, () => find() !== undefined);
    const found = find()!;
    read.add(found);
    return found;
  }

  /** The example's block with what the service says now. */
  async function told(example: PageExample): Promise<string> {
    const { kind, block } = example;
    if (kind === 'http') return printAnswer(await settledAnswerOf(example.request, block), block, known);
    if (kind === 'receives') return printMessage(await received(block), block, known);
    hub.send(record(JSON.parse(known.real(block.text))));
    return block.text;
  }

  describe.each(paths)('%s', (path) => {
    const renewed = new Map<number, string>();
    const isRenewal = process.env.DOCS === 'update';
    afterAll(() => {
      // Read again: another test renews the actions of workflows.
      if (isRenewal) writeFileSync(path, withBlocks(readFileSync(path, 'utf8'), renewed));
    });

    it.each(examplesOf(readFileSync(path, 'utf8')))('shows what the service answers: $title', async (example) => {
      if (example.kind === 'http') renewed.set(example.request.index, await printRequest(example.request));
      const text = await told(example);
      renewed.set(example.block.index, text);
      // A renewal changes what an answer says, never its status.
      const shown = (block: string): string =>
        !isRenewal ? block : example.kind === 'http' ? block.split('\n')[0] : '';
      expect(shown(text)).toBe(shown(example.block.text));
    });
  });
});

it('the pages of docs/interface.md have an example of every route', () => {
  const document = JSON.parse(readFileSync('test/architecture/openapi.snapshot.json', 'utf8')) as {
    readonly paths: Readonly<Record<string, object>>;
  };
  const routes = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const examples = REFERENCE.flatMap((path) => examplesOf(readFileSync(path, 'utf8')));
  const shown = examples.flatMap((example) => (example.kind === 'http' ? [readRequest(example.request.text)] : []));
  const isShown = (route: string): boolean => {
    const pattern = new RegExp(`^${route.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    return shown.some(({ method, target }) => pattern.test(`${method} ${target.split('?')[0]}`));
  };
  expect(routes.filter((route) => !isShown(route))).toEqual([]);
});
