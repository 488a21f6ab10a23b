import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

const PATIENCE_MS = 25_000;

/** The sample for the terminal as a process of its own. */
export class SampleProcess {
  #said = '';

  private constructor(private readonly child: ChildProcess) {
    child.stdout!.on('data', (chunk) => (this.#said += String(chunk)));
  }

  static start(base: string): SampleProcess {
    const command = ['samples/node/follow-notes.js', '--base', base];
    return new SampleProcess(spawn(process.execPath, command, { stdio: ['pipe', 'pipe', 'inherit'] }));
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

  /** Number of printed lines with a text. */
  times(pattern: RegExp): number {
    return [...this.#said.matchAll(pattern)].length;
  }

  type(line: string): void {
    this.child.stdin!.write(`${line}\n`);
  }

  async stop(): Promise<void> {
    const gone = once(this.child, 'exit');
    this.child.kill();
    await gone;
  }
}
