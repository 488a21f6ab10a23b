import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

const PATIENCE_MS = 25_000;

/** A sample as a process of its own; by default the one for the terminal. */
export class SampleProcess {
  #said = '';

  private constructor(private readonly child: ChildProcess) {
    child.stdout!.on('data', (chunk) => (this.#said += String(chunk)));
  }

  /** @param more further options of its command line */
  static start(base: string, more: readonly string[] = []): SampleProcess {
    const command = ['samples/node/follow-notes.js', '--base', base, ...more];
    return SampleProcess.of(process.execPath, command);
  }

  /** Starts any program. */
  static of(command: string, args: readonly string[]): SampleProcess {
    return new SampleProcess(spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] }));
  }

  /** Waits for a printed text. */
  async says(pattern: RegExp): Promise<RegExpExecArray> {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    for (;;) {
      const match = pattern.exec(this.#said);
      if (match) return match;
      await once(this.child.stdout!, 'data', { signal }).catch(() => {
        throw new Error(`The sample did not say ${String(pattern)} but: ${this.#said}`);
      });
    }
  }

  /** All that it has printed. */
  get output(): string {
    return this.#said;
  }

  /** Number of printed lines with a text. */
  times(pattern: RegExp): number {
    return [...this.#said.matchAll(pattern)].length;
  }

  type(line: string): void {
    this.child.stdin!.write(`${line}\n`);
  }

  /** Waits for its end. @returns the exit code */
  async ended(): Promise<number | null> {
    if (this.child.exitCode === null) await once(this.child, 'exit');
    return this.child.exitCode;
  }

  async stop(): Promise<void> {
    const gone = once(this.child, 'exit');
    this.child.kill();
    await gone;
  }
}
