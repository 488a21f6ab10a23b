import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverOwner } from '#platform/database/embedded-postgres/embedded-folders.js';
import type { Wire } from './wire.js';

/** Starts a program of a test as the user of its servers, with its output in a file. */
export function startProgram(
  folder: string,
  name: string,
  command: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ChildProcess {
  const output = openSync(join(folder, `${name}.log`), 'a');
  const [program, ...args] = command;
  const PATH = `${process.env.PATH}:/usr/sbin`;
  return spawn(program, args, {
    ...serverOwner(),
    cwd: folder,
    env: { PATH, HOME: folder, LC_ALL: 'C', ...env },
    stdio: ['ignore', output, output],
  });
}

/** Kills a program without a signal handler. */
export async function killProgram(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const gone = once(program, 'exit');
  program.kill('SIGKILL');
  await gone;
}

/** Answer of a member's REST API: a status, or 0 where there is none in time. */
async function statusOf(url: string): Promise<number> {
  const signal = AbortSignal.timeout(500);
  return fetch(url, { method: 'OPTIONS', signal }).then(
    ({ status }) => status,
    () => 0,
  );
}

/** Sends a signal to processes, some of which may have ended. */
function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
}

/** A PostgreSQL with its Patroni. */
export class PatroniMember {
  #patroni: ChildProcess | undefined;

  /**
   * @param folder of its files; `<name>.yml` is the file of its Patroni
   * @param port of its REST API
   * @param wires by which others reach it, and by which it reaches others
   */
  constructor(
    readonly name: string,
    private readonly folder: string,
    private readonly port: number,
    private readonly wires: readonly Wire[],
  ) {}

  start(): void {
    this.#patroni = startProgram(this.folder, this.name, ['patroni', `${this.name}.yml`]);
  }

  isPrimary(): Promise<boolean> {
    return this.#answers('primary');
  }

  isStandby(): Promise<boolean> {
    return this.#answers('replica');
  }

  /** True for a standby that Patroni would promote. */
  isSynchronous(): Promise<boolean> {
    return this.#answers('sync');
  }

  async #answers(role: string): Promise<boolean> {
    return (await statusOf(`http://127.0.0.1:${this.port}/${role}`)) === 200;
  }

  /** Kills the first process of PostgreSQL; Patroni stays. */
  killPostgres(): void {
    process.kill(this.#postmaster!, 'SIGKILL');
  }

  /** Stops all processes, as a machine that is paused, and whose kernel answers. */
  pause(): void {
    signalAll(this.#processes, 'SIGSTOP');
  }

  resume(): void {
    signalAll(this.#processes.toReversed(), 'SIGCONT');
  }

  /** Stops the process that receives WAL, as a standby whose disk stands still. @returns function that lets it go on */
  pauseReceiver(): () => void {
    const lines = String(execFileSync('ps', ['--ppid', String(this.#postmaster), '-o', 'pid=,args='])).split('\n');
    const pid = Number.parseInt(
      lines.find((line) => line.includes('walreceiver'))!,
      10,
    );
    process.kill(pid, 'SIGSTOP');
    return () => void process.kill(pid, 'SIGCONT');
  }

  /** Cuts the member off from all others. */
  cut(): void {
    for (const wire of this.wires) wire.cut();
  }

  mend(): void {
    for (const wire of this.wires) wire.mend();
  }

  /** Ends it at once. */
  async kill(): Promise<void> {
    if (this.#patroni === undefined) return;
    // Where a test has failed they may be paused, and would stay.
    this.resume();
    await killProgram(this.#patroni);
    // Its other processes end with the first one.
    const [first] = this.#postgres;
    if (first !== undefined) process.kill(first, 'SIGKILL');
  }

  get #postmaster(): number | undefined {
    const file = join(this.folder, this.name, 'postmaster.pid');
    return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
  }

  get #processes(): readonly number[] {
    return [this.#patroni!.pid!, ...this.#postgres];
  }

  /** First process of PostgreSQL and those that it has started. */
  get #postgres(): readonly number[] {
    const first = this.#postmaster;
    if (first === undefined) return [];
    const lines = String(execFileSync('ps', ['-A', '-o', 'pid=,ppid=']))
      .trim()
      .split('\n');
    return lines
      .map((line) => line.trim().split(/\s+/).map(Number))
      .filter(([pid, parent]) => pid === first || parent === first)
      .map(([pid]) => pid)
      .toSorted((one, other) => one - other);
  }
}
