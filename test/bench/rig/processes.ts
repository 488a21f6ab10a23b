/** Processes of a bench: how they are started, what they cost (read from /proc, so on Linux only), how they end. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const MS_PER_TICK = 10;
const NANOS_PER_MS = 1_000_000;
const PAGE_BYTES = 4_096;

/** A running server under test. */
export interface Server {
  readonly process: ChildProcess;
  readonly port: number;
}

/** Starts one of the bench's own programs; it ends with us, whatever happens. @param path from this folder */
export const forkProgram = (path: string): ChildProcess =>
  fork(fileURLToPath(new URL(path, import.meta.url)), { execArgv: ['--import', 'tsx'] });

/** Starts a program that takes one message and answers with the port it listens on. */
export async function forkServer(path: string, message: unknown): Promise<Server> {
  const child = forkProgram(path);
  child.send(message as object | string);
  return { process: child, port: await reply<number>(child) };
}

/** The next message of a child. @throws {Error} when it ends instead */
export function reply<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const onEnd = (code: number | null): void => reject(new Error(`A program of the bench ended with ${code}.`));
    child.once('exit', onEnd);
    child.once('message', (message) => {
      child.off('exit', onEnd);
      resolve(message as T);
    });
  });
}

/** Ends a process, and waits until it has. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}

/** The fields of /proc/<pid>/stat behind the name, which may hold anything. */
function statOf(pid: number): readonly string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

const [PARENT, USER_TICKS, TICKS_END] = [1, 11, 15];

/** Milliseconds of CPU a process has used, all threads together. */
export function cpuMs(pid: number): number {
  const [user, system] = statOf(pid).slice(USER_TICKS);
  return (Number(user) + Number(system)) * MS_PER_TICK;
}

/** As `cpuMs`, of the thread alone that a process began with: the event loop of Node. */
export const loopCpuMs = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / NANOS_PER_MS;

/** As `cpuMs`, of a process with its children, ended ones too. */
export function familyCpuMs(pid: number): number {
  for (;;) {
    const own = statOf(pid)
      .slice(USER_TICKS, TICKS_END)
      .map((ticks) => Number(ticks) * MS_PER_TICK);
    const ofChildren = childrenOf(pid).map(cpuMsOfLiving);
    // The time of a child that ended meanwhile is the parent's now, so both are read again.
    if (ofChildren.includes(undefined)) continue;
    return [...own, ...ofChildren].reduce<number>((sum, ms) => sum + ms!, 0);
  }
}

function cpuMsOfLiving(pid: number): number | undefined {
  try {
    return cpuMs(pid);
  } catch {
    return undefined;
  }
}

function childrenOf(pid: number): readonly number[] {
  const processes = readdirSync('/proc').map(Number).filter(Boolean);
  return processes.filter((each) => {
    try {
      return Number(statOf(each)[PARENT]) === pid;
    } catch {
      return false; // It ended meanwhile.
    }
  });
}

/** A process and its living children. */
export const familyPids = (pid: number): readonly number[] => [pid, ...childrenOf(pid)];

/** The process that started this one. */
export const parentOf = (pid: number): number => Number(statOf(pid)[PARENT]);

/** Memory of a process that is in RAM. */
export const rssBytes = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES;
