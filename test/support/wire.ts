import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Forwards TCP connections to a port of this machine, until it is cut: then nothing passes and nobody hears of it. */
export class Wire {
  readonly #sockets = new Set<Socket>();
  #isCut = false;

  private constructor(
    private readonly server: Server,
    private readonly target: number,
  ) {
    server.on('connection', (socket) => this.#join(socket));
  }

  static async start(target: number): Promise<Wire> {
    const wire = new Wire(createServer({ pauseOnConnect: true }), target);
    wire.server.listen(0, '127.0.0.1');
    await once(wire.server, 'listening');
    return wire;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** From now on drops what is sent, in both directions, without an end of the connections. */
  cut(): void {
    this.#isCut = true;
  }

  /** Lets new connections pass. Those of before are ended, since bytes of them are missing. */
  mend(): void {
    this.#isCut = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #join(near: Socket): void {
    const far = connect(this.target, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ]) {
      this.#sockets.add(from);
      from.setNoDelay(true).on('error', () => undefined);
      from.on('data', (bytes) => void (this.#isCut || to.write(bytes)));
      from.on('close', () => {
        this.#sockets.delete(from);
        if (!this.#isCut) to.destroy();
      });
    }
    near.resume();
  }
}
