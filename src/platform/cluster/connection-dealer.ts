import { Logger } from '@nestjs/common';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** Serves connections: answers whether it has taken the one it was offered. */
export interface Taker {
  offer(connection: Socket): Promise<boolean>;
}

/** So many connections wait while nobody can take them; further ones are closed. */
const MAX_WAITING = 1_000;

/**
 * Listens on the one port, and deals its connections out: to the taker that has been free for longest, one at a time, so
 * that takers get equally many, and one that is busy or stands still gets none meanwhile.
 */
export class ConnectionDealer {
  readonly #logger = new Logger(ConnectionDealer.name);
  readonly #listener = createServer({ pauseOnConnect: true, noDelay: true }, (connection) => this.#receive(connection));
  readonly #waiting: Socket[] = [];
  /** In the order in which they came free. */
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

  /** Deals with a taker too, until it refuses. */
  add(taker: Taker): void {
    this.#free.push(taker);
    this.#deal();
  }

  /** Refuses new connections; those that nobody has taken yet end. */
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
      connection.destroy(); // Closes this process's half of what is the taker's now.
      this.#free.push(taker);
    } else if (this.#listener.listening) this.#waiting.unshift(connection);
    else connection.destroy();
    this.#deal();
  }
}

/** Where the port is reached from this machine. */
function urlOf({ address, port, family }: AddressInfo): string {
  if (address === '0.0.0.0') return `http://127.0.0.1:${port}`;
  return `http://${family === 'IPv6' ? `[${address === '::' ? '::1' : address}]` : address}:${port}`;
}
