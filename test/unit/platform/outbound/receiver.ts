import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { loadConfig } from '#platform/process/config/load-config.js';
import { AddressResolver } from '#platform/outbound/address-resolver.js';
import { DeliveryError } from '#platform/outbound/delivery.errors.js';
import type { OutboundAnswer, OutboundCall } from '#platform/outbound/outbound-call.js';
import { OutboundHttp } from '#platform/outbound/outbound-http.service.js';
import { Secrets } from '#platform/outbound/secrets.service.js';

/** Request as a receiver got it. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

/** HTTP server on loopback that records its requests. */
export class Receiver {
  readonly received: Received[] = [];
  respond: Respond = (_request, response) => void response.end('ok');

  private constructor(readonly server: Server) {}

  static async start(): Promise<Receiver> {
    const receiver: Receiver = new Receiver(
      createServer((request, response) => void receiver.#receive(request, response)),
    );
    receiver.server.listen(0, '127.0.0.1');
    await once(receiver.server, 'listening');
    return receiver;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => void this.server.close(resolve));
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url, headers } = request;
    this.received.push({ method: method!, url: url!, headers, body: await text(request) });
    this.respond(request, response);
  }
}

/** Resolver with fixed answers, one list of addresses for each time that a name is resolved; the last one stays. */
export class FixedResolver extends AddressResolver {
  readonly asked: string[] = [];

  constructor(private readonly names: Readonly<Record<string, readonly (readonly string[])[]>>) {
    super();
  }

  override async resolve(host: string): Promise<readonly string[]> {
    const times = this.asked.filter((name) => name === host).length;
    this.asked.push(host);
    const lists = this.names[host];
    if (!lists) throw Object.assign(new Error(host), { code: 'ENOTFOUND' });
    return lists[Math.min(times, lists.length - 1)];
  }
}

export const ENVIRONMENT_ID = '11111111-1111-4111-8111-111111111111';

/** Creates the service under test with settings and a resolver. */
export function outboundHttp(env: Readonly<Record<string, string>>, resolver = new AddressResolver()): OutboundHttp {
  const config = loadConfig(env);
  return new OutboundHttp(config, new Secrets(config), resolver);
}

/** A call with what is always needed. */
export const callOf = (url: string, more: Partial<OutboundCall> = {}): OutboundCall => ({
  environmentId: ENVIRONMENT_ID,
  method: 'GET',
  eventId: 'event-1',
  url,
  ...more,
});

/** Returns the fault of a call that must fail. */
export async function faultOf(sent: Promise<OutboundAnswer>): Promise<DeliveryError> {
  const error = await sent.then(
    ({ statusCode }) => new Error(`answered ${statusCode}`),
    (reason: unknown) => reason,
  );
  if (error instanceof DeliveryError) return error;
  throw error;
}
