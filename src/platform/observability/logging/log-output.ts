import { writeSync } from 'node:fs';

/** Characters that trigger a write, few enough that the write stays within the 4 KB that pipes keep together. */
const WRITE_FROM = 3_072;
const WRITE_AFTER_MS = 100;
/** Bytes that wait for a reader that does not read; further lines are lost. */
const MAX_WAITING_BYTES = 1_048_576;
/** Longest wait for such a reader at the end of the process, and the pause between two attempts. */
const [STUCK_MS, PAUSE_MS] = [1_000, 10];

const STANDARD_OUTPUT = 1;
const NOTHING = Buffer.alloc(0);

/**
 * Writes lines to standard output, buffered for at most 100 ms. Lines for which there is no reader or no room are lost:
 * neither the service nor its end waits for them.
 */
export class LogOutput {
  readonly #pause = new Int32Array(new SharedArrayBuffer(4));
  #text = '';
  /** Bytes for which standard output had no room. */
  #waiting: Buffer = NOTHING;
  #timer: NodeJS.Timeout | undefined;

  write(line: string): void {
    if (this.#waiting.length > MAX_WAITING_BYTES) return;
    this.#text += line;
    if (this.#text.length >= WRITE_FROM && this.#waiting.length === 0) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), WRITE_AFTER_MS).unref();
  }

  /** Writes all lines, and waits a moment for a reader that does not read. */
  flushSync(): void {
    const endMs = performance.now() + STUCK_MS;
    while (this.#flush() && performance.now() < endMs) Atomics.wait(this.#pause, 0, 0, PAUSE_MS);
  }

  /** Writes what there is room for. @returns true if something is left */
  #flush(): boolean {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const added = Buffer.from(this.#text);
    const bytes = this.#waiting.length === 0 ? added : Buffer.concat([this.#waiting, added]);
    this.#text = '';
    this.#waiting = bytes.length === 0 ? NOTHING : bytes.subarray(written(bytes) ?? bytes.length);
    if (this.#waiting.length === 0) return false;
    this.#timer = setTimeout(() => this.#flush(), WRITE_AFTER_MS).unref();
    return true;
  }
}

/** Number of bytes that were taken; undefined when none will be: the reader has gone, or the disk is full. */
function written(bytes: Buffer): number | undefined {
  try {
    return writeSync(STANDARD_OUTPUT, bytes);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EAGAIN' ? 0 : undefined;
  }
}
