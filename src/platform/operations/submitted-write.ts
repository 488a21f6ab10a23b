import type { IdempotencyKey, Submission } from '../../core/context.js';
import type { Command } from './command.js';
import type { WriteQueue } from './write-queue.js';

/**
 * One write between its request and its outcome. It is answered 202 when its window is over, nothing but execution can
 * refuse it any more, and its command is stored; in whatever order these come.
 */
export class SubmittedWrite implements Submission {
  /** Resolves when the command is stored: a 202 may be answered. */
  readonly accepted: Promise<void>;
  #accept!: () => void;
  #recordId: string | undefined;
  #log: readonly string[] = [];
  #hasBegun = false;
  #stays = false;
  #windowIsOver = false;
  #storing: Promise<void> | undefined;
  #isStored = false;
  #mayBeStored = false;
  #isOver = false;

  constructor(
    readonly command: Command,
    private readonly queue: WriteQueue,
  ) {
    this.#recordId = command.recordId;
    this.accepted = new Promise((resolve) => (this.#accept = resolve));
  }

  /** A write whose command is stored already, run again. */
  static again(command: Command, queue: WriteQueue): SubmittedWrite {
    const write = new SubmittedWrite(command, queue);
    write.#isStored = write.#mayBeStored = true;
    return write;
  }

  get recordId(): string | undefined {
    return this.#recordId;
  }

  get key(): IdempotencyKey | undefined {
    return this.command.key;
  }

  get log(): readonly string[] {
    return this.#log;
  }

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  get isStored(): boolean {
    return this.#isStored;
  }

  /** Whether another node may find the command, though nobody was told 202. */
  get mayBeStored(): boolean {
    return this.#mayBeStored;
  }

  get keepsBody(): boolean {
    return this.#isStored || this.command.key !== undefined;
  }

  nameRecord(id: string): void {
    this.#recordId = id;
  }

  noteLog(log: readonly string[]): void {
    this.#log = log;
  }

  addToLog(line: string): void {
    if (!this.#log.includes(line)) this.#log = [...this.#log, line];
  }

  runInline(): void {
    this.#stays = true;
  }

  async begin(): Promise<void> {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    if (!this.#windowIsOver || this.#isStored || this.#stays) return;
    await this.#store();
    await this.queue.turn(this.command.id);
  }

  /** From now on the caller is not to wait any more. A write that runs goes on meanwhile, whether it can be stored or not. */
  endWindow(): void {
    this.#windowIsOver = true;
    if (this.#hasBegun && !this.#isStored && !this.#stays && !this.#isOver) this.#store().catch(() => undefined);
  }

  /** The write is over. Waits for its command if that is being stored, so that it is known how it was answered. */
  async settle(): Promise<void> {
    this.#isOver = true;
    await this.#storing?.catch(() => undefined);
  }

  #store(): Promise<void> {
    this.#storing ??= this.#storeOnce();
    return this.#storing;
  }

  async #storeOnce(): Promise<void> {
    this.#mayBeStored = true;
    await this.queue.enter({ ...this.command, recordId: this.#recordId });
    this.#isStored = true;
    this.#accept();
  }
}
