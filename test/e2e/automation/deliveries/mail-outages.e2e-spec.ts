import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { RunApp } from '../../../support/run-fixture.js';
import { byId, type Answer, type Row, where } from '../../../support/test-app.js';
import { MailServer } from '../../../unit/platform/outbound/mail/mail-server.js';
import { Retries } from './retries.js';

const [MAIL, NOTE, LONELY] = [0, 1, 2];
const [ANN, GUS] = ['ann@yard.example', 'gus@yard.example'];

const action = (Type: string, more: object): object => ({ Name: 'Only', Type, Message: 'Hello', ...more });
const WORKFLOWS = [
  action('SendEmail', { ToTeam: 'Crew', Subject: 'Hello' }),
  action('SendNotification', { ToTeam: 'Crew' }),
  action('SendNotification', { ToUser: 'gus' }),
].map((each, i) => ({ Name: `Workflow${i}`, AllowedRoles: ['Clerk'], Actions: [each] }));

let mails: MailServer;
let app: RunApp;
let retries: Retries;
/** Codes with which the next messages of a recipient are refused. */
const refusals = new Map<string, number[]>();
/** Message-IDs that the mail server was given, accepted or not. */
const given: { readonly to: string; readonly messageId: string }[] = [];

/** Reads a message. @returns its refusal, if there is to be one */
async function answered(stream: Readable, to: string): Promise<Error | null> {
  given.push({ to, messageId: /^Message-ID:\s+(\S+)/m.exec(await text(stream))?.[1] ?? '' });
  const responseCode = refusals.get(to)?.shift();
  return responseCode === undefined ? null : Object.assign(new Error('no'), { responseCode });
}

beforeAll(async () => {
  mails = new MailServer({
    onData: (stream, { envelope }, done) => void answered(stream, envelope.rcptTo[0].address).then(done),
  });
  const settings = { SMTP_URL: `smtp://${await mails.start()}`, MAIL_FROM: 'crew@yard.example' };
  app = await RunApp.open(WORKFLOWS, settings, {}, []);
  retries = new Retries(app);
  for (const name of ['ann', 'gus'])
    await app.as('root').update('User', { Email: `${name}@yard.example` }, where('UserName', 'EqualTo', name));
});
afterAll(async () => {
  await app?.close();
  await mails.stop();
});
beforeEach(() => {
  refusals.clear();
  given.length = 0;
});

const execute = (index: number, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  app.execute('ann', index, {}, headers);
const outputOf = async (index: number): Promise<unknown> => (await execute(index)).body.Result.Output;
const idsOf = (recipient: string): readonly string[] =>
  given.filter(({ to }) => to === recipient).map(({ messageId }) => messageId);
const isOne = (ids: readonly string[]): boolean => new Set(ids).size === 1 && ids[0].startsWith('<');

// Requirement: R191, T51
it('sends a mail again with the same Message-ID, to those alone who have not got it', async () => {
  refusals.set(GUS, [451, 451]);
  const runId = (await execute(MAIL, { Prefer: 'respond-async' })).body.CorrelationId as string;
  await retries.ended(runId);
  expect(await retries.step(runId)).toMatchObject({ State: 'Completed', Tries: 3, Output: { Sent: 2 } });
  expect([idsOf(ANN).length, idsOf(GUS).length]).toEqual([1, 3]);
  expect([isOne(idsOf(GUS)), idsOf(GUS)[0] === idsOf(ANN)[0]]).toEqual([true, false]);
});

// Requirement: R191, T51
it('fails at once where a mail is refused, lists it, and sends it alone when the run is retried', async () => {
  refusals.set(GUS, [550]);
  const failed = await execute(MAIL);
  const message = 'No message was sent to gus. The mail server refused the message: 550.';
  expect([failed.status, failed.body.ErrorDetails[0].Message]).toEqual([400, message]);
  const runId = failed.headers.get('x-run-id')!;
  const listed = await app.as('root').select('WorkflowStep', { WhereClause: where('State', 'EqualTo', 'Failed') });
  expect(listed.body.Result.map(({ RunId, Type }: Row) => [RunId, Type])).toEqual([[runId, 'SendEmail']]);
  const retry = (user: string): Promise<Answer> => app.as(user).send('POST', `/workflows/runs/${runId}/retry`, {});
  expect((await retry('gus')).status).toBe(404);
  expect((await retry('root')).body.Result).toMatchObject({ State: 'Completed', Output: { Sent: 2 } });
  expect([idsOf(ANN).length, idsOf(GUS).length, isOne(idsOf(GUS))]).toEqual([1, 2, true]);
});

// Requirement: R191
it('leaves out users who are disabled or have no address, and fails where nobody is left', async () => {
  const gus = (await app.as('root').select('User', { WhereClause: where('UserName', 'EqualTo', 'gus') })).body.Result[0]
    .Id;
  expect(await outputOf(NOTE)).toEqual({ Notified: 3 });
  await app.as('root').update('User', { IsActive: false }, byId(gus));
  expect([await outputOf(NOTE), await outputOf(MAIL)]).toEqual([{ Notified: 2 }, { Sent: 1 }]);
  const lonely = await execute(LONELY);
  expect([lonely.status, lonely.body.ErrorDetails[0].Message]).toEqual([400, 'There is no active user gus.']);
  await app.as('root').update('User', { IsActive: true, Email: null }, byId(gus));
  expect([await outputOf(LONELY), await outputOf(MAIL)]).toEqual([{ Notified: 1 }, { Sent: 1 }]);
  expect(idsOf(GUS)).toEqual([]);
});
