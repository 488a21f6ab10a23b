import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { unavailable } from '../database/database.errors.js';
import type { Command } from './command.js';
import { CommandRepository } from './command.repository.js';

/** The writes of this node that were answered 202 and are not done: a bounded number, of which a few run at once. */
@Injectable()
export class WriteQueue {
  /** Those under this node's lease; true while one has a turn. */
  readonly #open = new Map<string, boolean>();
  readonly #waiting: (() => void)[] = [];
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
    if (this.#open.size >= this.config.operations.queueLength) throw unavailable('Too many writes wait to be done.');
    this.#open.set(command.id, false);
    try {
      await this.commands.store(command);
    } catch (error) {
      this.#open.delete(command.id);
      throw error;
    }
  }

  /** Takes a command over that another node, or this one, has let go. */
  takeOver(id: string): Promise<void> {
    this.#open.set(id, false);
    return this.turn(id);
  }

  /** Waits until the command may run. */
  async turn(id: string): Promise<void> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => void this.#waiting.push(resolve));
    this.#open.set(id, true);
  }

  /** The command is done, or left to whoever takes it next. */
  leave(id: string): void {
    const hadTurn = this.#open.get(id) === true;
    this.#open.delete(id);
    if (!hadTurn) return;
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free++;
  }
}
