import { Logger } from '@nestjs/common';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** Process that serves connections. `offer` resolves to true when it has taken the connection. */
export interface Taker {
  offer(connection: Socket): Promise<boolean>;
}

/** Connections that wait while no process can take them; further ones are closed. */
const MAX_WAITING = 1_000;

/**
 * Listens on the port and distributes its connections, one at a time, to the taker that has been free for longest. So
 * takers get equal numbers, and a busy or frozen one gets none meanwhile (decision 0080).
 */
export class ConnectionDealer {
  readonly #logger = new Logger(ConnectionDealer.name);
  readonly #listener = createServer({ pauseOnConnect: true, noDelay: true }, (connection) => this.#receive(connection));
  readonly #waiting: Socket[] = [];
  /** Free takers, the one that has been free for longest first. */
  readonly #free: Taker[] = [];

  /** @returns the address of the port, such as `http://127.0.0.1:3000` */
  async listen(port: number, host: string): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#listener.once('error', reject).listen(port, host, () => {
        this.#listener.off('error', reject).on('error', (error) => this.#logger.error(error)); // It listens on.
        resolve();
      });
    });
    return urlOf(this.#listener.address() as AddressInfo);
  }

  /** Includes a taker until it refuses a connection. */
  add(taker: Taker): void {
    this.#free.push(taker);
    this.#deal();
  }

  /** Refuses new connections and closes those that no process has taken. */
  close(): void {
    this.#listener.close();
    for (const connection of this.#waiting.splice(0)) connection.destroy();
  }

  #receive(connection: Socket): void {
    connection.on('error', () => undefined); // Its taker sees it too.
    if (this.#waiting.length < MAX_WAITING) this.#waiting.push(connection);
    else connection.destroy();
    this.#deal();
  }

  #deal(): void {
    while (this.#free.length > 0 && this.#waiting.length > 0)
      void this.#offer(this.#free.shift()!, this.#waiting.shift()!);
  }

  async #offer(taker: Taker, connection: Socket): Promise<void> {
    if (await taker.offer(connection)) {
      connection.destroy(); // Closes only this process's handle: the connection is the taker's now.
      this.#free.push(taker);
    } else if (this.#listener.listening) this.#waiting.unshift(connection);
    else connection.destroy();
    this.#deal();
  }
}

/** URL by which the port is reached from this machine. */
function urlOf({ address, port, family }: AddressInfo): string {
  if (address === '0.0.0.0') return `http://127.0.0.1:${port}`;
  return `http://${family === 'IPv6' ? `[${address === '::' ? '::1' : address}]` : address}:${port}`;
}
