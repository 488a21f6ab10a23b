import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { SMTPServerOptions } from 'smtp-server';
import { loadConfig } from '#platform/process/config/load-config.js';
import { Mailer } from '#platform/outbound/mail/mailer.service.js';
import { DeliveryError } from '#platform/outbound/delivery.errors.js';
import { until } from '../../../../support/until.js';
import { MailServer, PASSWORD } from './mail-server.js';

const MESSAGE = {
  to: 'buyer@example.com',
  subject: 'Grüße',
  text: 'Zeile 1\r\nline 2\n.\nend ü',
  messageId: 'step-1.2',
};

const reply = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode });

const faultOf = async (sent: Promise<void>): Promise<DeliveryError> => {
  const error = await sent.then(
    () => new Error('sent'),
    (reason: unknown) => reason,
  );
  if (error instanceof DeliveryError) return error;
  throw error;
};

const mailerFor = (url: string, more: Readonly<Record<string, string>> = {}): Mailer =>
  new Mailer(loadConfig({ SMTP_URL: url, MAIL_FROM: 'Orders <orders@shop.example>', ...more }));

async function withServer(
  options: SMTPServerOptions,
  test: (mailer: Mailer, server: MailServer) => Promise<void>,
): Promise<void> {
  const server = new MailServer(options);
  const mailer = mailerFor(`smtp://user:${PASSWORD}@${await server.start()}`);
  try {
    await test(mailer, server);
  } finally {
    await mailer.onApplicationShutdown();
    await server.stop();
  }
}

/** Sends a message to a server that does with each connection what it is given. */
async function faultAt(
  behave: (socket: Socket) => void,
  more: Readonly<Record<string, string>> = {},
): Promise<DeliveryError> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    behave(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const mailer = mailerFor(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, more);
  try {
    const fault = await faultOf(mailer.send(MESSAGE));
    await until('the connection is closed', () => sockets.size === 0);
    return fault;
  } finally {
    await mailer.onApplicationShutdown();
    await new Promise((resolve) => void server.close(resolve));
  }
}

describe('Mailer', () => {
  // Requirement: R191, F10
  it('sends text under the same Message-ID on every try, over one connection', () =>
    withServer({}, async (mailer, server) => {
      await mailer.send(MESSAGE);
      await mailer.send(MESSAGE);
      expect(server.connections).toBe(1);
      for (const { from, to, data } of server.mails) {
        expect([from, to]).toEqual(['orders@shop.example', ['buyer@example.com']]);
        expect(data).toMatch(/^Message-ID: <step-1\.2@shop\.example>\r$/m);
        expect(data).toMatch(/^From: Orders <orders@shop\.example>\r$/m);
        expect(data).toMatch(/^To: buyer@example\.com\r$/m);
        expect(data).toMatch(/^Subject: =\?UTF-8\?Q\?Gr=C3=BC=C3=9Fe\?=\r$/m);
        expect(data).toMatch(/^Auto-Submitted: auto-generated\r$/m);
        expect(data).toMatch(/^Zeile 1\r\nline 2\r\n\.\r\nend =C3=BC/m);
      }
      expect(server.mails).toHaveLength(2);
    }));

  it.each([
    '=?utf-8?Q?=0ABcc:x?=',
    'Re: =?utf-8?B?cGF5cGFs?= and more',
    `Grüße =?utf-8?Q?x?= ${'ü😀'.repeat(60)}`,
    `=?${'a'.repeat(400)}`,
  ])('sends the subject %j so that mail programs show it', (subject) =>
    withServer({}, async (mailer, server) => {
      await mailer.send({ ...MESSAGE, subject });
      const [, folded] = /^Subject: (.*(?:\r\n[ \t].*)*)\r$/m.exec(server.mails[0].data)!;
      const words = folded.split(/\s+/);
      expect(words.filter((word) => !/^=\?UTF-8\?B\?[\w+/=]+\?=$/.test(word) || word.length > 75)).toEqual([]);
      const shown = words.map((word) => Buffer.from(word.slice(10, -2), 'base64').toString()).join('');
      expect(shown).toBe(subject);
    }),
  );

  it('does not send its login to a server without TLS', async () => {
    const server = new MailServer({ hideSTARTTLS: true });
    const mailer = mailerFor(`smtp://user:${PASSWORD}@${await server.start()}?requireTLS=true`);
    expect((await faultOf(mailer.send(MESSAGE))).message).toBe(
      'The mail server offers no TLS, without which the login is not sent.',
    );
    expect(server.mails).toEqual([]);
    await mailer.onApplicationShutdown();
    await server.stop();
  });

  it('closes its connections at shutdown', () =>
    withServer({}, async (mailer, server) => {
      await mailer.send(MESSAGE);
      expect(server.open).toBe(1);
      await mailer.onApplicationShutdown();
      await until('the server sees the end of the connection', () => server.open === 0);
    }));

  it('sends nothing without a mail server', async () => {
    const fault = await faultOf(new Mailer(loadConfig({})).send(MESSAGE));
    expect(fault).toMatchObject({
      kind: 'permanent',
      message: 'Mail is not set up: the operator sets SMTP_URL and MAIL_FROM.',
    });
  });

  // Requirement: R191
  it('sends nothing that could become a header or another recipient', () =>
    withServer({}, async (mailer, server) => {
      const hostile = [
        { subject: 'a\r\nBcc: other@example.com' },
        { to: 'a@example.com, other@example.com' },
        { messageId: 'x>\r\nBcc: other@example.com' },
      ];
      for (const each of hostile)
        expect(await faultOf(mailer.send({ ...MESSAGE, ...each }))).toMatchObject({ kind: 'permanent' });
      await mailer.send({
        ...MESSAGE,
        subject: '=?UTF-8?Q?a=0D=0ABcc:_other@example.com?=',
        text: 'Bcc: other@example.com\r\n.\r\nMAIL FROM:<x@example.com>',
      });
      expect(server.mails.map(({ to }) => to)).toEqual([['buyer@example.com']]);
      expect(server.mails[0].data.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/im);
    }));

  // Requirement: R191
  it.each<[string, string, number, SMTPServerOptions]>([
    [
      'temporary',
      '451 4.3.0',
      451,
      { onRcptTo: (_address, _session, done) => done(reply(451, '4.3.0 db-7.internal is down')) },
    ],
    ['permanent', '550 5.1.1', 550, { onRcptTo: (_address, _session, done) => done(reply(550, '5.1.1 no such user')) }],
    ['permanent', '554', 554, { onMailFrom: (_address, _session, done) => done(reply(554, 'go away')) }],
    [
      'temporary',
      '452',
      452,
      { onData: (stream, _session, done) => void stream.resume().on('end', () => done(reply(452, 'full'))) },
    ],
    ['temporary', '421', 421, { onConnect: (_session, done) => done(reply(421, 'busy')) }],
  ])('reports a %s fault for the reply %s', (kind, shown, statusCode, options) =>
    withServer(options, async (mailer) => {
      const fault = await faultOf(mailer.send(MESSAGE));
      expect([fault.kind, fault.message, fault.details]).toEqual([
        kind,
        `The mail server refused the message: ${shown}.`,
        { statusCode },
      ]);
    }),
  );

  it('reports a refused password as a permanent fault without showing it', () =>
    withServer({ onAuth: (_auth, _session, done) => done(reply(535, 'wrong')) }, async (mailer) => {
      const fault = await faultOf(mailer.send(MESSAGE));
      expect([fault.kind, fault.details]).toEqual(['permanent', { statusCode: 535 }]);
      expect(JSON.stringify([fault, fault.message])).not.toContain(PASSWORD);
    }));

  it('refuses a certificate that nobody vouches for', () =>
    withServer({ disabledCommands: [] }, async (mailer) => {
      const fault = await faultOf(mailer.send(MESSAGE));
      expect([fault.kind, fault.message]).toEqual(['permanent', 'The certificate of the mail server is not valid.']);
    }));

  it('sends again after the server closed the connection in between', async () => {
    const first = new MailServer();
    const address = await first.start();
    const mailer = mailerFor(`smtp://${address}`);
    await mailer.send(MESSAGE);
    await first.stop();
    const failed = await faultOf(mailer.send(MESSAGE));
    expect([failed.kind, failed.message]).toEqual(['temporary', 'The connection to the mail server failed.']);
    await mailer.onApplicationShutdown();
  });

  // Requirement: R191
  it.each<[string, RegExp, (socket: Socket) => void]>([
    ['says nothing', /in time|connection/, () => {}],
    ['hangs up', /in time|connection/, (socket) => socket.end()],
    [
      'speaks another protocol',
      /in time|connection|refused/,
      (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
    ],
    [
      'drips its greeting',
      /in time|connection/,
      (socket) => {
        const timer = setInterval(() => socket.write('220-wait\r\n'), 10);
        socket.once('close', () => clearInterval(timer));
      },
    ],
    [
      'drips its replies',
      /in time/,
      (socket) => {
        socket.write('220 mail.example ESMTP\r\n');
        const timer = setInterval(() => socket.write('250-WAIT\r\n'), 10);
        socket.once('close', () => clearInterval(timer));
      },
    ],
    [
      'never ends a line',
      /in time|connection/,
      (socket) => {
        const timer = setInterval(() => socket.write('2'.repeat(100)), 10);
        socket.once('close', () => clearInterval(timer));
      },
    ],
  ])('gives up on a server that %s', async (_, message, behave) => {
    const fault = await faultAt(behave, { SMTP_TIMEOUT_MS: '400' });
    expect([fault.kind, fault.message]).toEqual(['temporary', expect.stringMatching(message)]);
  });
});
