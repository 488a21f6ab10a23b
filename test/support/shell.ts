import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { until } from './until.js';

const TIMEOUT_MS = 120_000;

/** A bash into which commands are pasted. */
export class Shell {
  #output = '';
  #pasted = 0;

  private constructor(private readonly child: ChildProcessWithoutNullStreams) {
    child.stdout.on('data', (text) => (this.#output += String(text)));
    child.stderr.pipe(process.stderr);
  }

  /** @param cwd the folder that commands write their files to */
  static start = (cwd: string): Shell => new Shell(spawn('bash', { cwd }));

  end(): void {
    this.child.stdin.end();
  }

  /** Pastes commands and waits for their end. @returns what they printed */
  async paste(commands: string): Promise<string> {
    const [start, mark] = [this.#output.length, `--- ${++this.#pasted} ---`];
    this.child.stdin.write(`${commands}\necho '${mark}'\n`);
    await until(`the shell has executed ${commands}`, () => this.#output.includes(mark), TIMEOUT_MS);
    return this.#output.slice(start, this.#output.indexOf(mark));
  }
}
