import { WebSocket } from 'ws';

/** A record of the JSON protocol. */
export const record = (message: unknown): string => `${JSON.stringify(message)}\u001e`;

export const HANDSHAKE = record({ protocol: 'json', version: 1 });

/** Answer of a negotiation. */
export interface Negotiated {
  readonly connectionId: string;
  readonly connectionToken: string;
}

export async function negotiate(url: string, query = '', headers: Record<string, string> = {}): Promise<Negotiated> {
  const response = await fetch(`${url}/negotiate?negotiateVersion=1${query}`, { method: 'POST', headers });
  return (await response.json()) as Negotiated;
}

/** A WebSocket that speaks the protocol by hand. */
export class RawSocket {
  /** Messages of the JSON protocol that arrived, the handshake's answer first. */
  readonly messages: Readonly<Record<string, unknown>>[] = [];
  readonly pieces: Buffer[] = [];
  /** The code that the socket was closed with. */
  readonly closed: Promise<number>;
  #wake: (() => void) | undefined;

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => {
      this.pieces.push(data);
      for (const text of data.toString().split('\u001e'))
        if (text.startsWith('{')) this.messages.push(JSON.parse(text) as Record<string, unknown>);
      this.#wake?.();
    });
    this.closed = new Promise((resolve) => {
      socket.on('close', (code) => {
        resolve(code);
        this.#wake?.();
      });
    });
    socket.on('error', () => undefined);
  }

  /** @param url of the hub, with its query @param ca the certificate to trust over HTTPS */
  static async open(url: string, headers: Record<string, string> = {}, ca?: Buffer): Promise<RawSocket> {
    const raw = new RawSocket(new WebSocket(url.replace('http', 'ws'), { headers, ca, perMessageDeflate: false }));
    await new Promise<void>((resolve, reject) => {
      raw.socket.on('open', resolve);
      raw.socket.on('unexpected-response', (_, response) => reject(new Error(String(response.statusCode))));
    });
    return raw;
  }

  /** Opens without negotiation and shakes hands. */
  static async greet(url: string): Promise<RawSocket> {
    const raw = await RawSocket.open(url);
    raw.send(HANDSHAKE);
    await raw.until(1);
    return raw;
  }

  send(data: string | Buffer): void {
    this.socket.send(data);
  }

  /** Waits for this many messages or the close of the socket. @returns all received messages */
  async until(count: number): Promise<readonly Readonly<Record<string, unknown>>[]> {
    while (this.messages.length < count && this.socket.readyState === WebSocket.OPEN)
      await new Promise<void>((resolve) => (this.#wake = resolve));
    return this.messages;
  }

  /** Drops the connection without a close, like a dead network. */
  cut(): void {
    this.socket.terminate();
  }
}
