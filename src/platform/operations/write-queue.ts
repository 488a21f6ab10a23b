import { Injectable } from '@nestjs/common';
import type { DomainError } from '../../core/errors.js';
import { writeJson } from '../../core/json/json.js';
import { Config } from '../config/config.js';
import { unavailable } from '../database/database.errors.js';
import type { Command } from './command.js';
import { CommandRepository } from './command.repository.js';

/** A write that was answered 202 and is not done. */
interface OpenWrite {
  /** Of its body's text; what it takes in memory is a multiple of that. */
  readonly bytes: number;
  hasTurn: boolean;
}

/**
 * The writes of this node that were answered 202 and are not done: bounded in number and in what their bodies take; a few
 * run at once.
 */
@Injectable()
export class WriteQueue {
  /** Those under this node's lease. */
  readonly #open = new Map<string, OpenWrite>();
  readonly #waiting: (() => void)[] = [];
  #bytes = 0;
  #free: number;

  constructor(
    private readonly config: Config,
    private readonly commands: CommandRepository,
  ) {
    this.#free = config.operations.workers;
  }

  /** How long it may take until a lease is over. */
  get leaseMs(): number {
    return this.config.operations.leaseMs;
  }

  /** The commands this node answers for. */
  get ids(): readonly string[] {
    return [...this.#open.keys()];
  }

  /** How many more could run at once. */
  get free(): number {
    return this.#free;
  }

  /** Stores a command. @throws {DomainError} Unavailable when the queue is full, or the database away */
  async enter(command: Command): Promise<void> {
    const { queueLength, queueBytes } = this.config.operations;
    if (this.#open.size >= queueLength || this.#bytes >= queueBytes) throw full();
    const body = writeJson(command.body ?? null);
    const bytes = Buffer.byteLength(body);
    // A body that is alone fits, however large: else it never would.
    if (this.#bytes > 0 && this.#bytes + bytes > queueBytes) throw full();
    this.#add(command.id, bytes);
    try {
      await this.commands.store(command, body);
    } catch (error) {
      this.#remove(command.id);
      throw error;
    }
  }

  /** Takes a command over that another node, or this one, has let go. */
  takeOver({ id, body }: Command): Promise<void> {
    this.#add(id, Buffer.byteLength(writeJson(body ?? null)));
    return this.turn(id);
  }

  /** Waits until the command may run. */
  async turn(id: string): Promise<void> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => void this.#waiting.push(resolve));
    const write = this.#open.get(id);
    if (write) write.hasTurn = true;
  }

  /** The command is done, or left to whoever takes it next. */
  leave(id: string): void {
    if (this.#remove(id)?.hasTurn !== true) return;
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free++;
  }

  #add(id: string, bytes: number): void {
    this.#open.set(id, { bytes, hasTurn: false });
    this.#bytes += bytes;
  }

  #remove(id: string): OpenWrite | undefined {
    const write = this.#open.get(id);
    this.#open.delete(id);
    this.#bytes -= write?.bytes ?? 0;
    return write;
  }
}

const full = (): DomainError => unavailable('Too many writes wait to be done.');
