import { readFileSync } from 'node:fs';
import { type Answer, DEVELOPMENT, TestApp } from '../../support/test-app.js';
import { sentBodies, type Document } from './sent-bodies.js';

const ROW = /^\| `(\w+)` +\| (\d{3}) +\|/gm;
/** Status of each code, by docs/errors.md. */
const STATUS = new Map(
  [...readFileSync('docs/errors.md', 'utf8').matchAll(ROW)].map(([, code, status]) => [code, status]),
);

const MALFORMED = ['not-a-uuid', '%27', '00000000-0000-0000-0000-000000000000', 'x'.repeat(300)];
const USERS = ['ada.admin', 'omar.outside', 'bob.bay'];

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start();
}, 120_000);
afterAll(() => app.stop());

/** Code and statuses of a refusal; undefined of what is none. */
function told({ status, body }: Answer): readonly string[] | undefined {
  if (body?.IsSuccess !== false) return undefined;
  return [String(body.ErrorDetails[0].Code), String(body.StatusCode), String(body.status), String(status)];
}

interface Tried {
  readonly what: string;
  readonly answer: Answer;
}

/** Every route with malformed parameters and bodies, as callers of all kinds. */
async function refusals(): Promise<readonly Tried[]> {
  const { body } = await app.send('GET', '/api/v1/openapi.json');
  const document = body as Document;
  const tried: Tried[] = [];
  const attempt = async (user: string, method: string, path: string, sent?: unknown): Promise<void> => {
    const answer = await app.as(user, DEVELOPMENT).send(method, path, sent);
    tried.push({ what: `${user} ${method} ${path}`, answer });
  };
  const routes = Object.entries(document.paths).flatMap(([template, item]) =>
    Object.keys(item).map((method) => ({ method: method.toUpperCase(), template: template.replace('/api/v1', '') })),
  );
  for (const { method, template } of routes.filter((route) => !/^\/(dev|health)/.test(route.template))) {
    for (const user of USERS) {
      for (const bad of MALFORMED) {
        await attempt(user, method, template.replaceAll(/\{\w+\}/g, bad), method === 'GET' ? undefined : {});
      }
      await attempt(
        user,
        method,
        `${template}?entityName=Nope&dataSourceQueryId=x&pageSize=-1`,
        method === 'GET' ? undefined : [],
      );
    }
  }
  for (const { method, path, body: good } of sentBodies(document).filter(({ path: at }) => !at.startsWith('/dev'))) {
    await attempt('omar.outside', method, path, good);
    await attempt('ada.admin', method, path, {
      ...(good as object),
      EntityName: 'Nope',
      ObjectName: 'Nope',
      WhereClause: 1,
    });
  }
  return tried;
}

// See docs/errors.md#codes
// Requirement: R210
it('gives every refusal the status of its first code, in the body and in the response', async () => {
  const tried = await refusals();
  const wrong = tried.flatMap(({ what, answer }) => {
    const [code, ...statuses] = told(answer) ?? [];
    return code === undefined || statuses.every((status) => status === STATUS.get(code))
      ? []
      : [{ what, code, statuses }];
  });
  expect(wrong).toEqual([]);
  expect(tried.filter(({ answer }) => told(answer)).length).toBeGreaterThan(200);
}, 300_000);

it.each([
  ['POST', '/queries/execute/not-a-uuid', 400, 'Validation'],
  ['POST', '/queries/execute/00000000-0000-4000-8000-000000000000', 404, 'NotFound'],
  ['GET', '/operations/00000000-0000-4000-8000-000000000000', 404, 'NotFound'],
  ['GET', '/no/such/route', 404, 'NotFound'],
])('%s %s is %i %s', async (method, path, status, code) => {
  const answer = await app.as('ada.admin').send(method, path, method === 'POST' ? {} : undefined);
  expect(told(answer)).toEqual([code, String(status), String(status), String(status)]);
  expect(answer.body.ErrorDetails).toHaveLength(1);
});

it('lists the existing users when a development token is requested for an unknown one', async () => {
  const { status, body } = await app.send('POST', '/dev/token', { UserName: 'nobody' });
  expect([status, body.ErrorDetails[0].Code]).toEqual([404, 'NotFound']);
  expect(body.Errors[0]).toMatch(/^No user is called 'nobody'\..*ada\.admin, .*nina\.north/);
  for (const UserName of ['NINA.north', 'dirk.disabled', '4cccf00c-8d3e-4c26-9de8-70f12932cdd3', 'bob.bay']) {
    expect((await app.send('POST', '/dev/token', { UserName })).status).toBe(200);
  }
});

describe('with ErrorsAsHttp200', () => {
  let other: TestApp;
  beforeAll(async () => {
    await app.query(`UPDATE platform.environment SET settings = settings || '{"ErrorsAsHttp200": true}'`);
    other = await app.startAnother();
  }, 120_000);
  afterAll(() => other.stop());

  it.each([
    ['not-a-uuid', 'Validation', '400'],
    ['00000000-0000-4000-8000-000000000000', 'NotFound', '404'],
  ])('a refusal has its status in the body only: %s', async (id, code, status) => {
    const answer = await other.as('ada.admin').send('POST', `/queries/execute/${id}`, {});
    expect(told(answer)).toEqual([code, status, status, '200']);
  });
});
