import type { IdempotencyKey, Submission } from '#core/context/context.js';
import type { Command } from './command.js';
import type { WriteQueue } from './write-queue.js';

/**
 * State of a write between its request and its outcome.
 * - `prepared`: not begun; the request may still be refused for its faults.
 * - `overdue`: not begun, and the wait window is over.
 * - `inline`: not begun; its caller waits for its end, however long it takes.
 * - `running`: begun; its command is stored when the window ends.
 * - `unstored`: begun; its command is not stored any more.
 * - `storing`: begun; its command is being stored.
 * - `stored`: begun; its command is stored, so that it may be answered 202.
 * - `uncertain`: begun; storing failed, but another node may find the command all the same.
 */
type State = 'prepared' | 'overdue' | 'inline' | 'running' | 'unstored' | 'storing' | 'stored' | 'uncertain';

const NOT_BEGUN: ReadonlySet<State> = new Set(['prepared', 'overdue', 'inline']);
const MAYBE_STORED: ReadonlySet<State> = new Set(['storing', 'stored', 'uncertain']);

/** One write from its request to its outcome. It is answered 202 once it has begun, its window is over and its command is stored. */
export class SubmittedWrite implements Submission {
  /** Resolves when the command is stored: a 202 may be answered. */
  readonly accepted: Promise<void>;
  #accept!: () => void;
  #state: State = 'prepared';
  #storing: Promise<void> | undefined;
  #recordId: string | undefined;
  #log: readonly string[] = [];
  #isRepeatable = true;
  #secret: string | undefined;

  constructor(
    readonly command: Command,
    private readonly queue: WriteQueue,
  ) {
    this.#recordId = command.recordId;
    this.accepted = new Promise((resolve) => (this.#accept = resolve));
  }

  /** A write whose command is stored already, to be executed again. */
  static again(command: Command, queue: WriteQueue): SubmittedWrite {
    const write = new SubmittedWrite(command, queue);
    write.#state = 'stored';
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
    return !NOT_BEGUN.has(this.#state);
  }

  get isStored(): boolean {
    return this.#state === 'stored';
  }

  /** Tells whether another node may find the command, although no 202 was answered. */
  get mayBeStored(): boolean {
    return MAYBE_STORED.has(this.#state);
  }

  get keepsBody(): boolean {
    return this.#state === 'stored' || this.command.key !== undefined;
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

  /** Secret that belongs into the first answer only. */
  get secret(): string | undefined {
    return this.#secret;
  }

  answerOnce(secret: string): void {
    this.#secret = secret;
  }

  /** Tells whether a failed attempt has stored nothing, so that the whole write may run again. */
  get isRepeatable(): boolean {
    return this.#isRepeatable;
  }

  runInline(): void {
    this.#isRepeatable = false;
    this.keepWaiting();
  }

  /** Lets its caller wait for its end, however long it takes. */
  keepWaiting(): void {
    if (NOT_BEGUN.has(this.#state)) this.#state = 'inline';
    else if (this.#state === 'running') this.#state = 'unstored';
  }

  async begin(): Promise<void> {
    if (this.#state === 'prepared') this.#state = 'running';
    else if (this.#state === 'inline') this.#state = 'unstored';
    else if (this.#state === 'overdue') {
      await this.#store();
      await this.queue.waitForWorker(this.command.id);
    }
  }

  /** Ends the time its caller waits. A running write goes on meanwhile, whether its command can be stored or not. */
  endWindow(): void {
    if (this.#state === 'prepared') this.#state = 'overdue';
    else if (this.#state === 'running') this.#store().catch(() => undefined);
  }

  /** Ends the write. Waits while its command is being stored, so that it is known how it was answered. */
  async settle(): Promise<void> {
    if (this.#state === 'running') this.#state = 'unstored';
    await this.#storing?.catch(() => undefined);
  }

  #store(): Promise<void> {
    this.#state = 'storing';
    this.#storing = this.#enterQueue();
    return this.#storing;
  }

  async #enterQueue(): Promise<void> {
    try {
      await this.queue.enter({ ...this.command, recordId: this.#recordId });
    } catch (error) {
      this.#state = 'uncertain';
      throw error;
    }
    this.#state = 'stored';
    this.#accept();
  }
}
