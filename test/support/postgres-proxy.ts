import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A message of PostgreSQL's protocol on its way. */
export interface WireMessage {
  readonly from: 'client' | 'server';
  /** One letter, such as P (Parse), B (Bind), C (CommandComplete); empty for the first message of a connection. */
  readonly type: string;
  /** Of a client's message the statement that it is about; of CommandComplete its tag. */
  readonly text: string;
  readonly bytes: number;
  /** Tells connections apart. */
  readonly connection: number;
}

/**
 * Decides about a message: `undefined` lets it pass; a number cuts the connection after that number of its bytes;
 * `lost` drops it, and neither side gets a sign of that.
 */
export type Judge = (message: WireMessage) => number | 'lost' | undefined;

const LENGTH_BYTES = 4;

/** Proxy between the service and PostgreSQL that shows messages and cuts connections for a test. */
export class PostgresProxy {
  judge: Judge = () => undefined;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #connections = 0;

  private constructor(
    private readonly server: Server,
    private target: URL,
  ) {
    server.on('connection', (client) => this.#join(client));
  }

  static async start(databaseUrl: string): Promise<PostgresProxy> {
    const proxy = new PostgresProxy(createServer(), new URL(databaseUrl));
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  /** The database's URL, by way of the proxy, which no Unix socket bypasses. */
  get url(): string {
    const url = new URL(this.target);
    url.searchParams.delete('host');
    url.host = `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return url.href;
  }

  /** Routes new connections to another server. */
  lead(databaseUrl: string): void {
    this.target = new URL(databaseUrl);
  }

  /** Cuts every connection. */
  cutAll(): void {
    for (const [client, server] of this.#pairs) {
      client.destroy();
      server.destroy();
    }
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.cutAll();
    await closed;
  }

  #join(client: Socket): void {
    const server = connect(Number(this.target.port), this.target.hostname);
    const pair = [client, server] as const;
    this.#pairs.add(pair);
    const cut = (): void => {
      client.destroy();
      server.destroy();
      this.#pairs.delete(pair);
    };
    for (const socket of pair) socket.setNoDelay(true).on('error', cut).on('close', cut);
    const connection = ++this.#connections;
    const forward = (to: Socket, reader: MessageReader) => (chunk: Buffer) => {
      for (const [message, bytes] of reader.read(chunk)) {
        const passing = this.judge({ ...message, connection, bytes: bytes.length });
        if (passing === 'lost') continue;
        if (passing === undefined) to.write(bytes);
        // What was let pass arrives; nothing comes back.
        else return void (passing > 0 ? to.write(bytes.subarray(0, passing), cut) : cut());
      }
    };
    client.on('data', forward(server, new MessageReader('client')));
    server.on('data', forward(client, new MessageReader('server')));
  }
}

type Read = Pick<WireMessage, 'from' | 'type' | 'text'>;

/** Splits a stream of bytes into messages. */
class MessageReader {
  readonly #statements = new Map<string, string>();
  #rest = Buffer.alloc(0);
  #isFirst: boolean;
  #text = '';

  constructor(private readonly from: 'client' | 'server') {
    this.#isFirst = from === 'client';
  }

  *read(chunk: Buffer): Generator<[Read, Buffer]> {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    for (;;) {
      const typeBytes = this.#isFirst ? 0 : 1;
      if (this.#rest.length < typeBytes + LENGTH_BYTES) return;
      const size = typeBytes + this.#rest.readUInt32BE(typeBytes);
      if (this.#rest.length < size) return;
      const bytes = this.#rest.subarray(0, size);
      this.#rest = this.#rest.subarray(size);
      const type = this.#isFirst ? '' : String.fromCharCode(bytes[0]);
      this.#isFirst = false;
      yield [{ from: this.from, type, text: this.#textOf(type, bytes.subarray(typeBytes + LENGTH_BYTES)) }, bytes];
    }
  }

  #textOf(type: string, body: Buffer): string {
    if (this.from === 'server') return type === 'C' ? stringsOf(body, 1)[0] : '';
    if (type === 'P') {
      const [name, text] = stringsOf(body, 2);
      this.#statements.set(name, text);
      this.#text = text;
    }
    if (type === 'B') this.#text = this.#statements.get(stringsOf(body, 2)[1]) ?? '';
    return this.#text;
  }
}

/** The first strings of a message's body; each ends with a zero. */
function stringsOf(body: Buffer, count: number): readonly string[] {
  const strings: string[] = [];
  for (let at = 0; strings.length < count;) {
    const end = body.indexOf(0, at);
    strings.push(body.toString('utf8', at, end));
    at = end + 1;
  }
  return strings;
}
