import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Owner, serverOwner } from '#platform/database/embedded-postgres/embedded-folders.js';
import { POSTGRES } from './needed-programs.js';
import { type StopServer, superviseServer } from '#platform/database/embedded-postgres/embedded-supervisor.js';

const execute = promisify(execFile);
interface ServerOptions {
  /** Of postgresql.conf. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Password of the superuser `admin`; without it every login is trusted. */
  readonly password?: string;
}

type Variables = Readonly<Record<string, string>>;

/** A server of a test. */
export class InstalledPostgres {
  #stopServer: StopServer | undefined;

  private constructor(
    private readonly folder: string,
    private readonly options: ServerOptions,
    readonly port: string,
  ) {}

  /** Starts a server with an empty database that belongs to a login without further rights. */
  static async start(options: ServerOptions = {}): Promise<InstalledPostgres> {
    const server = await InstalledPostgres.startBare(options);
    await server.run(
      'psql -qc "CREATE ROLE owner LOGIN CREATEROLE" -c "CREATE DATABASE service OWNER owner" "$ADMIN_URL"',
    );
    return server;
  }

  /** Starts a server as `initdb` makes it. */
  static async startBare(options: ServerOptions = {}): Promise<InstalledPostgres> {
    const server = await InstalledPostgres.prepare(options);
    const { password } = options;
    const auth = password === undefined ? '-A trust' : '-A scram-sha-256 --pwfile=<(echo "$PASSWORD")';
    await server.run(`initdb -D "$PGDATA" -U admin ${auth} -E UTF8 --no-locale`, { PASSWORD: password ?? '' });
    await server.launch();
    return server;
  }

  /** Prepares an empty folder for a server, which `run` may fill before `launch`. */
  static async prepare(options: ServerOptions = {}): Promise<InstalledPostgres> {
    const folder = await mkdtemp(join(tmpdir(), 'installed postgres '));
    await chmod(folder, 0o755);
    const server = new InstalledPostgres(folder, options, await freePort());
    await mkdir(server.data, { mode: 0o700 });
    await giveToServer(server.data);
    return server;
  }

  private get data(): string {
    return join(this.folder, 'data');
  }

  /** Of the server, as its superuser. */
  get adminUrl(): string {
    const { password } = this.options;
    const login = password === undefined ? 'admin' : `admin:${password}`;
    return `postgres://${login}@127.0.0.1:${this.port}/postgres`;
  }

  /** Of the database, as its owner. */
  get url(): string {
    return `postgres://owner@127.0.0.1:${this.port}/service`;
  }

  /** Starts the server on its folder. */
  async launch(): Promise<void> {
    const fixed = { listen_addresses: '127.0.0.1', port: this.port, unix_socket_directories: '', fsync: 'off' };
    const args = Object.entries({ ...fixed, ...this.options.settings }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ]);
    this.#stopServer = await superviseServer(
      join(POSTGRES.required, 'postgres'),
      ['-D', this.data, ...args],
      serverOwner(),
    );
  }

  /** Runs commands of a shell as the user of the server, with its programs, folder and URLs. */
  run(script: string, variables: Variables = {}): Promise<void> {
    return this.#shell(script, variables, serverOwner());
  }

  /** As `run`, as the user of the tests, in the folder of the project. */
  administer(script: string, variables: Variables = {}): Promise<void> {
    return this.#shell(script, variables, {});
  }

  async #shell(script: string, variables: Variables, owner: Owner): Promise<void> {
    const PATH = `${POSTGRES.required}:${process.env.PATH}`;
    const urls = { ADMIN_URL: this.adminUrl, DATABASE_URL: this.url };
    const env = { PATH, LC_ALL: 'C', PGDATA: this.data, ...urls, ...variables };
    const cwd = owner.uid === undefined ? undefined : '/';
    await execute('bash', ['-euo', 'pipefail', '-c', script], { ...owner, cwd, env });
  }

  /** Stops the server and keeps its folder. */
  async halt(): Promise<void> {
    await this.#stopServer?.();
    this.#stopServer = undefined;
  }

  async stop(): Promise<void> {
    await this.halt();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Makes the user of test servers the owner of a folder. */
export async function giveToServer(folder: string): Promise<void> {
  const { uid, gid } = serverOwner();
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
}

/** A TCP port that nothing listens on. */
export async function freePort(): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return String(port);
}
