import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';

interface Mail {
  readonly from: string;
  readonly to: readonly string[];
  readonly data: string;
}

const PEM = readFileSync(new URL('../../../../support/localhost.pem', import.meta.url), 'utf8');
/** Password that the server accepts. */
export const PASSWORD = 'hunter2222';

/** Mail server on loopback that records its messages and connections. */
export class MailServer {
  readonly mails: Mail[] = [];
  connections = 0;
  open = 0;
  readonly #server: SMTPServer;

  constructor(options: SMTPServerOptions = {}) {
    this.#server = new SMTPServer({
      authOptional: true,
      closeTimeout: 100,
      key: PEM,
      cert: PEM,
      disabledCommands: ['STARTTLS'],
      onConnect: (_session, done) => {
        this.connections++;
        this.open++;
        done();
      },
      onClose: () => void this.open--,
      onAuth: ({ username, password }, _session, done) =>
        password === PASSWORD ? done(null, { user: username }) : done(new Error('wrong')),
      onData: (stream, session, done) => void this.#receive(stream, session).then(() => done()),
      ...options,
    });
    this.#server.on('error', () => {});
  }

  async start(): Promise<string> {
    const server: Server = this.#server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(resolve));
  }

  async #receive(stream: Readable, { envelope }: SMTPServerSession): Promise<void> {
    const data = await text(stream);
    const from = envelope.mailFrom ? envelope.mailFrom.address : '';
    this.mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), data });
  }
}
