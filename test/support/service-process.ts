import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Caller, DEVELOPMENT, type Answer, type Place } from './test-app.js';

/** Bundled before the first test (`compile-service.mjs`). */
const MAIN = fileURLToPath(new URL('../../.compiled/src/main.js', import.meta.url));
const SOURCE = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const COMPILER = new URL('./run-typescript.mjs', import.meta.url).href;

/** Several processes start at once, maybe on a busy machine. */
export const START_MS = 60_000;

type HeaderValues = Readonly<Record<string, string>>;

/** The whole service as a process of its own, which can be killed. */
export class ServiceProcess {
  /** Processes that have not ended, listening or not yet. */
  static readonly #children = new Set<ChildProcess>();

  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  static start(databaseUrl: string, settings: HeaderValues = {}): Promise<ServiceProcess> {
    return ServiceProcess.startWith(ServiceProcess.#environment(databaseUrl, settings));
  }

  /** Starts from the sources, so that it loads each file of a package by itself. */
  static startUnbundled(databaseUrl: string, settings: HeaderValues = {}): Promise<ServiceProcess> {
    return ServiceProcess.startWith(ServiceProcess.#environment(databaseUrl, settings), ['--import', COMPILER, SOURCE]);
  }

  static #environment(databaseUrl: string, settings: HeaderValues): NodeJS.ProcessEnv {
    const env = { DATABASE_URL: databaseUrl, DEMO: 'false', DEV_TOKENS: 'true', LOG_LEVEL: 'silent' };
    // Runs of the demo's triggers would write beside the tests.
    const usual = { PORT: '0', ROLES: 'api', DATABASE_POOL_SIZE: '6', SCHEDULE_MIN_SECONDS: '1' };
    return { ...process.env, ...env, ...usual, ...settings };
  }

  /**
   * @param env the whole environment of the process
   * @param cwd its folder, by default that of the test
   */
  static async startWith(
    env: NodeJS.ProcessEnv,
    program: readonly string[] = [MAIN],
    cwd?: string,
  ): Promise<ServiceProcess> {
    const child = spawn(process.execPath, program, { env, cwd, stdio: ['ignore', 'pipe', 'inherit'] });
    ServiceProcess.#children.add(child.once('exit', () => void ServiceProcess.#children.delete(child)));
    let said = '';
    for await (const chunk of child.stdout) {
      said += String(chunk);
      const url = /Listening on (\S+)/.exec(said)?.[1];
      if (url) return new ServiceProcess(child, url);
    }
    throw new Error(`The service did not start: ${said}`);
  }

  /** Restarts an ended process on the same port. */
  startAgain(databaseUrl: string, settings: Readonly<Record<string, string>>): Promise<ServiceProcess> {
    return ServiceProcess.start(databaseUrl, { ...settings, PORT: new URL(this.url).port });
  }

  /**
   * Kills all that this test file started. A test that is given up while it waits for one leaves it behind: on a busy
   * machine a start takes longer than a test may, and then meets a database that is gone.
   */
  static async killAll(): Promise<void> {
    await Promise.all([...ServiceProcess.#children].map((child) => ended(child, 'SIGKILL')));
  }

  get pid(): number {
    return this.child.pid!;
  }

  /** True while the process runs. */
  get isAlive(): boolean {
    return ServiceProcess.#children.has(this.child);
  }

  /**
   * A caller of its API.
   * @param origin the worker that shall answer, if not any of them
   * @param place an environment other than the demo's
   */
  async as(user: string, origin = this.url, place: Place = DEVELOPMENT): Promise<Caller> {
    const { AccessToken } = (await this.send('POST', '/dev/token', { UserName: user })).body;
    const headers = { Authorization: `Bearer ${AccessToken}`, ...place };
    return new Caller((method, path, body, more) =>
      request(`${origin}/api/v1${path}`, method, body, { ...headers, ...more }),
    );
  }

  /** The processes that it has started (setting CLUSTER). */
  get workers(): readonly number[] {
    const lines = String(execFileSync('ps', ['-A', '-o', 'pid=,ppid=']))
      .trim()
      .split('\n');
    const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number));
    return pairs.filter(([, parent]) => parent === this.child.pid).map(([pid]) => pid);
  }

  signal(name: 'SIGSTOP' | 'SIGCONT' | 'SIGUSR2'): void {
    this.child.kill(name);
  }

  /** The memory that it has in use. */
  get residentBytes(): number {
    return 1_024 * Number(execFileSync('ps', ['-o', 'rss=', '-p', String(this.child.pid)]));
  }

  /** Kills the process without a signal handler. */
  kill(): Promise<number | null> {
    return ended(this.child, 'SIGKILL');
  }

  /** Sends SIGTERM. @returns the exit code, or null when it had to be killed. */
  stop(): Promise<number | null> {
    return ended(this.child, 'SIGTERM');
  }

  /** Any request. */
  send(method: string, path: string, body?: unknown, headers: HeaderValues = {}): Promise<Answer> {
    return request(this.url + path, method, body, headers);
  }
}

async function request(url: string, method: string, body: unknown, headers: HeaderValues): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
  return child.exitCode;
}
