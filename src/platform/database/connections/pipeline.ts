import { setTimeout as delay } from 'node:timers/promises';
import type { BoundStatement, Connection } from './connection.js';
import type { Permit } from '#platform/process/shares/permit.js';

/** Reads under way on one connection at most. */
export const MAX_LENGTH = 20;
/** Time after which a read, and all behind it, start over on connections of their own. */
const PATIENCE_MS = 50;
/** Time without use after a read took too long or the connection broke. */
const REST_MS = 1_000;
/** Grace period for reads under way when the pipeline is closed. */
const GRACE_MS = 1_000;

/** Opens the connection of a pipeline. */
export type OpenConnection = () => Promise<Connection>;

interface SentRead {
  readonly call: BoundStatement;
  readonly permit: Permit;
  readonly sentAt: number;
  readonly settle: (rows: readonly unknown[] | undefined) => void;
}

/**
 * Connection that sends short reads of several callers one behind the other, without waiting for answers; those of one
 * turn of the event loop leave in one write. The server answers them in this order. A read that fails or takes too long
 * starts over elsewhere, as do those behind it, so that nobody waits longer than `PATIENCE_MS` for the read of another.
 */
export class Pipeline {
  #connection: Connection | undefined;
  #isOpening = false;
  #isEnded = false;
  #isHeld = false;
  #restsUntil = 0;
  readonly #sent: SentRead[] = [];
  #repliedAt = 0;
  #watch: NodeJS.Timeout | undefined;

  constructor(private readonly open: OpenConnection) {}

  /** Reads under way. */
  get length(): number {
    return this.#sent.length;
  }

  /** True when reads of this turn of the event loop wait to be written together. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** True when it takes one more read. If it lacks a connection, it opens one for later reads. */
  isReady(): boolean {
    if (this.#connection?.isSpent && this.#sent.length === 0) this.#drop();
    if (this.#connection === undefined) void this.#connect();
    return this.#connection?.isSpent === false && this.#sent.length < MAX_LENGTH;
  }

  /** True when its connection has prepared the statement of this name. */
  holds(name: string): boolean {
    return this.#connection?.holds(name) === true;
  }

  /**
   * Sends a read; call it only when the pipeline is ready. Releases the permit when it is over.
   *
   * @returns the rows; undefined when the read must start over on a connection of its own
   */
  read<Row>(call: BoundStatement, permit: Permit): Promise<readonly Row[] | undefined> {
    return new Promise((resolve) => {
      const settle = resolve as SentRead['settle'];
      const sent = { call, permit, sentAt: performance.now(), settle };
      this.#sent.push(sent);
      this.#hold();
      this.#connection!.send(call, (rows) => this.#receive(sent, rows));
      this.#watch ??= setTimeout(() => this.#look(), PATIENCE_MS);
    });
  }

  /** Closes the connection after its reads, at the latest after a second. */
  async end(): Promise<void> {
    this.#isEnded = true;
    const connection = this.#connection;
    await Promise.race([connection?.end(), delay(GRACE_MS, undefined, { ref: false })]);
    connection?.cut();
    clearTimeout(this.#watch);
  }

  async #connect(): Promise<void> {
    if (this.#isOpening || this.#isEnded || performance.now() < this.#restsUntil) return;
    this.#isOpening = true;
    try {
      this.#connection = await this.open();
      if (this.#isEnded) this.#connection.cut();
    } catch {
      this.#rest();
    } finally {
      this.#isOpening = false;
    }
  }

  /** Holds back what is written until the reads of this turn of the event loop are there. */
  #hold(): void {
    if (this.#isHeld) return;
    this.#isHeld = true;
    const connection = this.#connection!;
    connection.holdWrites();
    setImmediate(() => {
      this.#isHeld = false;
      connection.releaseWrites();
    });
  }

  #receive(sent: SentRead, rows: readonly unknown[] | undefined): void {
    const at = this.#sent.indexOf(sent);
    if (at < 0) return; // It has started over.
    this.#sent.splice(at, 1);
    const now = performance.now();
    if (rows !== undefined) sent.call.latency?.note(now - Math.max(sent.sentAt, this.#repliedAt));
    this.#repliedAt = now;
    finish(sent, rows);
  }

  /** Looks after the first read. On a busy event loop its answer may have arrived without having been read. */
  #look(): void {
    clearTimeout(this.#watch);
    this.#watch = undefined;
    if (this.#sent.length === 0) return;
    const leftMs = this.#leftMs();
    if (leftMs > 0) this.#watch = setTimeout(() => this.#look(), leftMs);
    else setImmediate(() => this.#stop());
  }

  /** Stops the first read if it still takes too long. */
  #stop(): void {
    if (this.#sent.length === 0 || this.#leftMs() > 0) return this.#look();
    this.#sent[0].call.latency?.noteStopped();
    const connection = this.#connection!;
    // A pooler cancels for clients only that are still connected.
    void connection.cancel().then(() => connection.cut());
    this.#rest();
    this.#drop();
  }

  #leftMs(): number {
    return Math.max(this.#sent[0].sentAt, this.#repliedAt) + PATIENCE_MS - performance.now();
  }

  /** Parts with the connection; reads under way start over. */
  #drop(): void {
    const connection = this.#connection!;
    if (connection.isBroken) this.#rest();
    this.#connection = undefined;
    void connection.end();
    for (const sent of this.#sent.splice(0)) finish(sent, undefined);
  }

  #rest(): void {
    this.#restsUntil = performance.now() + REST_MS;
  }
}

function finish({ permit, settle }: SentRead, rows: readonly unknown[] | undefined): void {
  permit.release();
  settle(rows);
}
