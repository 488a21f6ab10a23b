import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * Proxy without WebSockets that can lose requests: they are answered 502 and never arrive, as those that a load balancer
 * sends to a node that has just died.
 */
export class LossyProxy {
  readonly #server: Server;
  #losing: string | undefined;
  /** Number of lost requests. */
  lost = 0;

  private constructor(private readonly target: string) {
    this.#server = createServer((req, res) => void this.#pass(req, res));
    this.#server.on('upgrade', (_, socket) => socket.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n'));
  }

  static async start(target: string): Promise<LossyProxy> {
    const proxy = new LossyProxy(target);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Loses the next request whose body has a text, and breaks all connections before it. */
  breakAndLose(text: string): void {
    this.#losing = text;
    this.#server.closeAllConnections();
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #pass(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = await buffer(req);
    if (this.#losing && body.includes(this.#losing)) {
      this.#losing = undefined;
      this.lost++;
      return void res.writeHead(502).end();
    }
    const { method, headers } = req;
    const outgoing = request(new URL(req.url!, this.target), { method, headers });
    outgoing.on('response', (answer) => answer.pipe(res.writeHead(answer.statusCode!, answer.headers)));
    outgoing.on('error', () => res.destroy());
    res.on('close', () => outgoing.destroy());
    outgoing.end(body);
  }
}
