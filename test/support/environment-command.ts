import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** Compiled before the first test (`compile-service.mjs`). */
const PROGRAM = fileURLToPath(new URL('../../.compiled/src/env.js', import.meta.url));

/** Time after which a call is ended: its test says then what the call has written. */
const LONGEST_MS = 100_000;

/** Outcome of a call of the command. */
export interface CommandOutcome {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** A call of `npm run env -- …` on a database, as a process of its own. */
export class RunningCommand {
  /** Rejects where the call does not end. */
  readonly ended: Promise<CommandOutcome>;

  private constructor(private readonly child: ChildProcessByStdio<null, Readable, Readable>) {
    this.ended = this.#outcome();
  }

  static start(databaseUrl: string, ...args: readonly string[]): RunningCommand {
    return RunningCommand.startWith({ DATABASE_URL: databaseUrl }, ...args);
  }

  /** @param settings of the process */
  static startWith(settings: Readonly<Record<string, string>>, ...args: readonly string[]): RunningCommand {
    return new RunningCommand(
      spawn(process.execPath, [PROGRAM, ...args], {
        env: { ...process.env, DATABASE_POOL_SIZE: '4', ...settings },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
  }

  async #outcome(): Promise<CommandOutcome> {
    let [output, errors] = ['', ''];
    this.child.stdout.on('data', (chunk: Buffer) => void (output += chunk.toString()));
    this.child.stderr.on('data', (chunk: Buffer) => void (errors += chunk.toString()));
    const limit = setTimeout(() => this.child.kill('SIGQUIT'), LONGEST_MS);
    const [code, signal] = (await once(this.child, 'close')) as [number | null, string | null];
    clearTimeout(limit);
    if (signal === 'SIGQUIT') throw new Error(`The command did not end. It has written:\n${output}${errors}`);
    return { code, output, errors };
  }

  signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    this.child.kill(name);
  }

  /** Kills the process without a signal handler. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }
}

/** Runs `npm run env -- …` to its end. */
export const runCommand = (databaseUrl: string, ...args: readonly string[]): Promise<CommandOutcome> =>
  RunningCommand.start(databaseUrl, ...args).ended;
