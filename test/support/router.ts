import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { HAPROXY, NGINX } from './needed-programs.js';
import { until } from './until.js';

const execute = promisify(execFile);

/** Routers of cells that the tests run. */
export type RouterKind = 'haproxy' | 'nginx';

/** Installed program of each router. */
export const ROUTER_PROGRAMS = { haproxy: HAPROXY, nginx: NGINX } as const;

/** A router as a process, by a configuration that `npm run env -- cells` wrote. */
export class Router {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  /**
   * Checks the configuration by the program itself, and starts it.
   * @param folder of the written configuration
   * @param url at which it listens
   */
  static async start(kind: RouterKind, folder: string, url: string): Promise<Router> {
    const program = ROUTER_PROGRAMS[kind].required;
    const [check, serve] = kind === 'haproxy' ? haproxyArguments(folder) : await nginxArguments(folder);
    await execute(program, check);
    const router = new Router(spawn(program, serve, { stdio: ['ignore', 'inherit', 'inherit'] }), url);
    await until(`${kind} passes requests on`, () => router.#isOpen());
    return router;
  }

  async #isOpen(): Promise<boolean> {
    const answer = await fetch(`${this.url}/health/live`).catch(() => undefined);
    return answer?.status === 200;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const gone = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await gone;
  }
}

/** Arguments that check the configuration, and those that serve by it. */
type Arguments = readonly [check: string[], serve: string[]];

function haproxyArguments(folder: string): Arguments {
  const path = join(folder, 'haproxy.cfg');
  return [
    ['-c', '-q', '-f', path],
    ['-db', '-q', '-f', path],
  ];
}

async function nginxArguments(folder: string): Promise<Arguments> {
  const path = join(folder, 'main.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path "${join(folder, name)}";`)
    .join('\n  ');
  await writeFile(
    path,
    `daemon off;
error_log stderr crit;
pid "${join(folder, 'nginx.pid')}";
events {}
http {
  access_log off;
  ${temporary}
  include "${join(folder, 'nginx.conf')}";
}
`,
  );
  return [
    ['-t', '-q', '-c', path],
    ['-c', path],
  ];
}
