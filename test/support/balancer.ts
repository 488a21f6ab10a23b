import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { forwardUpgrade } from '#signalr/transports/forwarding.js';
import { until } from './until.js';

const LOOK_EVERY_MS = 250;

/** A small load balancer: probes the nodes and sends requests and sockets in turn to ready ones. */
export class Balancer {
  readonly #agent = new Agent({ keepAlive: true });
  readonly #server: Server;
  readonly #clients = new Set<Socket>();
  readonly #stopped = new AbortController();
  readonly #looking: Promise<void>;
  #ready: readonly string[] = [];
  #turn = 0;

  private constructor(private readonly nodes: readonly string[]) {
    this.#server = createServer((req, res) => this.#pass(req, res));
    this.#server.on('upgrade', (req, socket, head) => this.#passSocket(req, socket, head));
    this.#server.on('connection', (socket) => {
      this.#clients.add(socket);
      socket.on('close', () => this.#clients.delete(socket));
    });
    this.#looking = this.#look();
  }

  /** @param nodes their URLs; all must be ready. */
  static async start(nodes: readonly string[]): Promise<Balancer> {
    const balancer = new Balancer(nodes);
    await new Promise<void>((resolve) => balancer.#server.listen(0, '127.0.0.1', resolve));
    await until('all nodes are ready', () => balancer.#ready.length === nodes.length);
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Nodes that were ready at the last probe. */
  get ready(): readonly string[] {
    return this.#ready;
  }

  /** Drops all client connections at once, without a close. */
  cut(): void {
    for (const socket of this.#clients) socket.destroy();
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#looking;
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
    this.#agent.destroy();
  }

  get #next(): string | undefined {
    return this.#ready[this.#turn++ % this.#ready.length];
  }

  async #look(): Promise<void> {
    const isReady = async (node: string): Promise<boolean> =>
      (await fetch(`${node}/health/ready`, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined))?.ok === true;
    while (!this.#stopped.signal.aborted) {
      const states = await Promise.all(this.nodes.map(isReady));
      this.#ready = this.nodes.filter((_, index) => states[index]);
      await delay(LOOK_EVERY_MS);
    }
  }

  #pass(req: IncomingMessage, res: ServerResponse): void {
    const node = this.#next;
    if (node === undefined) return void res.writeHead(502).end('no node is ready');
    const { method, headers } = req;
    const outgoing = request(new URL(req.url!, node), { method, headers, agent: this.#agent });
    outgoing.on('error', (error) => (res.headersSent ? res.destroy() : res.writeHead(502).end(String(error))));
    outgoing.on('response', (answer) => {
      // The connection to the node is kept or closed independently of the client.
      const { connection: _, 'keep-alive': __, ...rest } = answer.headers;
      res.writeHead(answer.statusCode!, rest).flushHeaders();
      answer.on('error', () => res.destroy());
      answer.pipe(res);
    });
    res.on('close', () => outgoing.destroy());
    req.pipe(outgoing);
  }

  #passSocket(req: IncomingMessage, socket: Duplex, head: Buffer): void {
    const node = this.#next;
    if (node === undefined) return void socket.destroy();
    socket.on('error', () => undefined);
    forwardUpgrade({ origin: node }, req, socket, head);
  }
}
