import { type ChildProcess, spawn } from 'node:child_process';
import type { Owner } from './embedded-folders.js';

/**
 * Memory limit of one process of PostgreSQL, shared memory included. A session beyond it fails alone instead of taking
 * the machine down. Only Linux enforces it.
 */
const MAX_PROCESS_KILOBYTES = 1_000_000;

/**
 * Runs PostgreSQL until standard input ends, then stops it (fast shutdown). Standard input ends however this service
 * dies. The watcher reads from descriptor 3 because a shell gives its background jobs an empty standard input.
 */
const SHELL_SUPERVISOR = `
exec 3<&0
ulimit -v ${MAX_PROCESS_KILOBYTES} 2>/dev/null
"$@" </dev/null 3<&- &
server=$!
{ while read -r _ <&3; do :; done; kill -INT "$server"; } 2>/dev/null &
watcher=$!
exec 3<&-
wait "$server"
status=$?
kill "$watcher" 2>/dev/null
exit "$status"`;

/** Supervisor for Windows, which lacks a POSIX shell. It kills the server, which recovers at its next start. */
const NODE_SUPERVISOR = `
const [binary, ...args] = process.argv.slice(1);
const server = require('node:child_process').spawn(binary, args, { stdio: ['ignore', 'ignore', 'inherit'], windowsHide: true });
server.on('exit', (code) => process.exit(code ?? 1));
process.stdin.resume().on('end', () => server.kill());`;

/** A hot standby accepts read-only connections. */
const READY = 'database system is ready to accept ';
/** Length of the kept output, enough for the reason of a failed start. */
const TAIL_CHARACTERS = 4_000;

/** Stops a PostgreSQL that this process started, and waits for its end. */
export type StopServer = () => Promise<void>;

/** Error of a PostgreSQL that ended before it was ready. `output` is the end of its output. */
export class ServerStartFailed extends Error {
  constructor(readonly output: string) {
    super(`The embedded PostgreSQL did not start:\n${output}`);
    this.name = 'ServerStartFailed';
  }
}

/**
 * Starts a PostgreSQL that cannot outlive this process, not even when this process is killed.
 *
 * @throws {ServerStartFailed}
 */
export async function superviseServer(binary: string, args: readonly string[], owner: Owner): Promise<StopServer> {
  const [command, ...prefix] =
    process.platform === 'win32'
      ? [process.execPath, '-e', NODE_SUPERVISOR]
      : ['/bin/sh', '-c', SHELL_SUPERVISOR, 'postgres-supervisor'];
  const supervisor = spawn(command, [...prefix, binary, ...args], {
    ...owner,
    cwd: '/',
    detached: true, // Ctrl-C in a terminal must reach the service only, which drains before the database stops.
    env: { LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  await ready(supervisor);
  return () => stopped(supervisor);
}

function ready(supervisor: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let tail = '';
    const fail = (): void => reject(new ServerStartFailed(tail));
    supervisor.once('error', reject).once('close', fail);
    supervisor.stdin?.on('error', () => undefined); // EPIPE: the supervisor has ended, which 'close' reports.
    supervisor.stderr?.setEncoding('utf8').on('data', (text: string) => {
      tail = (tail + text).slice(-TAIL_CHARACTERS);
      if (tail.includes(READY)) resolve();
    });
  });
}

async function stopped(supervisor: ChildProcess): Promise<void> {
  if (supervisor.exitCode !== null || supervisor.signalCode !== null) return;
  const exit = new Promise((resolve) => supervisor.once('exit', resolve));
  supervisor.stdin?.end();
  await exit;
}
