import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { createTransport } from 'nodemailer';
import { Config } from '#platform/process/config/config.js';
import type { MailConfig } from '#platform/process/config/outbound-config.js';
import { permanentFault } from '#platform/outbound/delivery.errors.js';
import { checkMessage, encodedSubject, type MailMessage } from './mail-message.js';
import { mailFault } from './mail-fault.js';
import { mailbox } from '#platform/process/config/mailbox.js';

type Transport = ReturnType<typeof createTransport>;

/** Time limits of the steps of a connection; a server that drips its replies meets the limit of the whole message. */
const [CONNECT_MS, GREETING_MS, SILENCE_MS] = [10_000, 10_000, 20_000];
const [MAX_CONNECTIONS, MESSAGES_PER_CONNECTION, IDLE_MS] = [5, 100, 30_000];

/**
 * Sends mail through the operator's mail server, over a few connections that stay open between messages. The library is
 * loaded with the first message.
 */
@Injectable()
export class Mailer implements OnApplicationShutdown {
  #transport: Promise<Transport> | undefined;

  constructor(private readonly config: Config) {}

  /**
   * Sends one message to one recipient and returns when the mail server has accepted it. Another try with the same
   * `messageId` sends the same Message-ID, so that mail programs recognise a repetition.
   *
   * @throws {DeliveryError}
   */
  async send(message: MailMessage): Promise<void> {
    const { mail } = this.config;
    if (!mail) throw permanentFault('Mail is not set up: the operator sets SMTP_URL and MAIL_FROM.');
    checkMessage(message);
    const from = mailbox(mail.from)!;
    const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
    const signal = AbortSignal.timeout(mail.timeoutMs);
    try {
      const transport = await (this.#transport ??= openTransport(mail));
      await transport.sendMail({
        from,
        to: { name: '', address: message.to },
        subject: encodedSubject(message.subject),
        text: message.text,
        messageId: `<${message.messageId}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal,
      });
    } catch (error) {
      throw mailFault(error, signal);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    const transport = await this.#transport;
    transport?.close();
  }
}

async function openTransport({ url, requiresTls, timeoutMs }: MailConfig): Promise<Transport> {
  const { createTransport: create } = await import('nodemailer');
  return create({
    url,
    ...(requiresTls && { requireTLS: true }),
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    maxMessages: MESSAGES_PER_CONNECTION,
    maxRequeues: 1,
    idleTimeout: IDLE_MS,
    connectionTimeout: Math.min(CONNECT_MS, timeoutMs),
    greetingTimeout: Math.min(GREETING_MS, timeoutMs),
    socketTimeout: Math.min(SILENCE_MS, timeoutMs),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
