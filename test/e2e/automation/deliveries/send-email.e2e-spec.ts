import { JsonNumber } from '#core/json/json.js';
import { TemporaryFault } from '#automation/index.js';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import { ActionRig, ActionRigModule, type RigStep } from '../../../support/action-rig.js';
import { byId, type Row, TestApp } from '../../../support/test-app.js';
import { MailServer } from '../../../unit/platform/outbound/mail/mail-server.js';

/** Addresses that the server refuses, with the code of its reply. */
const refused = new Map<string, number>();
let server: MailServer;
let app: TestApp;
let rig: ActionRig;
beforeAll(async () => {
  server = new MailServer({
    onRcptTo: ({ address }, _session, done) => {
      const code = refused.get(address);
      done(code === undefined ? null : Object.assign(new Error('no'), { responseCode: code }));
    },
  });
  const settings = {
    SMTP_URL: `smtp://${await server.start()}`,
    MAIL_FROM: 'Orders <orders@northgate.example>',
    SMTP_TIMEOUT_MS: '2000',
  };
  app = await TestApp.start(settings, [ActionRigModule]);
  rig = ActionRig.latest;
});
afterAll(async () => {
  await app.stop();
  await server.stop();
});
beforeEach(() => {
  refused.clear();
  server.mails.length = 0;
});

const mail = (more: Row, step: RigStep = {}): ReturnType<ActionRig['perform']> =>
  rig.perform([{ Name: 'Mail', Type: 'SendEmail', Subject: 'Order {{Number}}', Message: 'Hello', ...more }], step);
const receivers = (): readonly string[] => server.mails.flatMap(({ to }) => to).toSorted();
const users = async (...names: readonly string[]): Promise<readonly Row[]> =>
  app.query(`SELECT "Id"::text AS id, "Email" AS email FROM ${await app.schema()}."User" WHERE "UserName" = ANY($1)`, [
    names,
  ]);

// Requirement: R191
it('sends one message to a user by name or id, with a Message-ID of step and user', async () => {
  const [{ id, email }] = await users('nina.north');
  const step = { id: uuidV7(), tokens: { Number: 'O-1' } };
  expect(await mail({ ToUser: 'NINA.North' }, step)).toEqual({ Sent: new JsonNumber('1') });
  expect(server.mails[0]).toMatchObject({ to: [email], from: 'orders@northgate.example' });
  expect(server.mails[0].data).toMatch(
    new RegExp(`^Message-ID:\\s+<${step.id}-${String(id)}@northgate[.]example>`, 'm'),
  );
  expect(server.mails[0].data).toContain('Subject: Order O-1');
  await mail({ ToUser: id });
  expect(server.mails).toHaveLength(2);
});

// Requirement: R191
it('sends to each active user of a role or team with an Email once, and says when there is nobody', async () => {
  const schema = await app.schema();
  const [{ count }] = await app.query<{ count: number }>(
    `SELECT count(DISTINCT u."Id")::int AS count FROM ${schema}."User" u JOIN ${schema}."UserRole" r ON r."UserId" = u."Id"
     JOIN ${schema}."Role" o ON o."Id" = r."RoleId"
     WHERE o."Name" = 'SalesRep' AND u."IsActive" AND u."Email" IS NOT NULL AND NOT u."IsDeleted" AND NOT r."IsDeleted"`,
  );
  expect(count).toBeGreaterThan(0);
  expect(await mail({ ToRole: 'SalesRep' })).toEqual({ Sent: new JsonNumber(String(count)) });
  expect(new Set(receivers()).size).toBe(count);
  const nobody = { code: 'Validation', message: expect.stringContaining('nobody to send to') };
  await expect(mail({ ToUser: 'nobody.here' })).rejects.toMatchObject(nobody);
  await expect(mail({ ToUser: '{{Gone}}' })).rejects.toMatchObject(nobody);
  await expect(mail({ ToRole: 'Nope' })).rejects.toMatchObject({
    code: 'Validation',
    message: `ToRole names 'Nope', which does not exist.`,
  });
});

// Requirement: R191, T51
it('sends again only to those who have not got their message', async () => {
  const [nina, wim] = [(await users('nina.north'))[0], (await users('wim.ware'))[0]];
  const step = { id: uuidV7() };
  const both = { ToUser: '{{Both}}' };
  const tokens = { Both: [nina.id, wim.id] };
  refused.set(String(wim.email), 451);
  const fault: unknown = await mail(both, { ...step, tokens }).catch((reason: unknown) => reason);
  expect(fault).toBeInstanceOf(TemporaryFault);
  expect(receivers()).toEqual([nina.email]);
  refused.clear();
  expect(await mail(both, { ...step, tokens })).toEqual({ Sent: new JsonNumber('2') });
  expect(receivers()).toEqual(['nina.north@northgate.example', 'wim.ware@northgate.example']);
});

// Requirement: R191, T51
it('fails for good where an address is refused, after the others have got their message', async () => {
  const [nina, wim] = [(await users('nina.north'))[0], (await users('wim.ware'))[0]];
  refused.set(String(nina.email), 550);
  const error: unknown = await mail({ ToUser: '{{Both}}' }, { tokens: { Both: [nina.id, wim.id] } }).catch(
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ code: 'Validation', message: expect.stringContaining('sent to nina.north.') });
  expect(receivers()).toEqual([wim.email]);
});

// Requirement: R191
it('does not send to disabled users, nor with a subject that would become a header', async () => {
  const [{ id }] = await users('wim.ware');
  const evil = { tokens: { Number: 'x\r\nBcc: all@example.com' } };
  await expect(mail({ ToUser: id }, evil)).rejects.toMatchObject({ code: 'Validation' });
  await app.as('ada.admin').update('User', { IsActive: false }, byId(id));
  await expect(mail({ ToUser: id })).rejects.toMatchObject({ message: expect.stringContaining('nobody') });
  expect(server.mails).toHaveLength(0);
});

describe('while the mail server is away', () => {
  let lonely: TestApp;
  let other: ActionRig;
  const start = async (settings: Readonly<Record<string, string>>): Promise<void> => {
    lonely = await TestApp.start(settings, [ActionRigModule]);
    other = ActionRig.latest;
  };
  const send = (): ReturnType<ActionRig['perform']> =>
    other.perform([{ Name: 'Mail', Type: 'SendEmail', ToRole: 'SalesRep', Subject: 'x', Message: 'x' }]);
  afterEach(() => lonely.stop());

  // Requirement: T51
  it('asks for another try', async () => {
    await start({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@example.com' });
    await expect(send()).rejects.toMatchObject({
      name: 'TemporaryFault',
      message: 'The connection to the mail server failed.',
    });
  });

  // Requirement: R191
  it('says that mail is not set up', async () => {
    await start({});
    await expect(send()).rejects.toMatchObject({
      code: 'Validation',
      message: expect.stringContaining('Mail is not set up'),
    });
  });
});
