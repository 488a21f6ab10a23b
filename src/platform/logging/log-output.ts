import { writeSync } from 'node:fs';

/** Characters that trigger a write, few enough that the write stays within the 4 KB that pipes keep together. */
const WRITE_FROM = 3_072;
const WRITE_AFTER_MS = 100;
/** Longest wait for a reader that does not read, and the pause between two attempts. */
const [STUCK_MS, PAUSE_MS] = [1_000, 10];

const STANDARD_OUTPUT = 1;

/**
 * Writes lines to standard output, buffered for at most 100 ms. Lines for which there is no reader or no room are lost:
 * neither the service nor its end waits for them.
 */
export class LogOutput {
  readonly #pause = new Int32Array(new SharedArrayBuffer(4));
  #text = '';
  #timer: NodeJS.Timeout | undefined;

  write(line: string): void {
    this.#text += line;
    if (this.#text.length >= WRITE_FROM) this.flushSync();
    else this.#timer ??= setTimeout(() => this.flushSync(), WRITE_AFTER_MS).unref();
  }

  flushSync(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const bytes = Buffer.from(this.#text);
    this.#text = '';
    const endMs = performance.now() + STUCK_MS;
    for (let sent = 0; sent < bytes.length && performance.now() < endMs;) {
      const count = written(bytes.subarray(sent));
      if (count === undefined) return;
      if (count === 0) Atomics.wait(this.#pause, 0, 0, PAUSE_MS);
      sent += count;
    }
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
