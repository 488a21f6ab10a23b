import { type ChildProcess, execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { deploy, deployed, freePorts, type Replacements } from './deployed-files.js';
import { giveToServer } from './installed-postgres.js';
import { POSTGRES } from './needed-programs.js';
import { killProgram, PatroniMember, startProgram } from './patroni-member.js';
import { until } from './until.js';
import { Wire } from './wire.js';

const execute = promisify(execFile);

const PASSWORD = 'service';
/** In place of the passwords of the deployed files. */
const SECRETS = { SUPERUSER_PASSWORD: 'superuser', REPLICATION_PASSWORD: 'replicator' };
/** A start of three servers on a busy machine. */
const START_MS = 120_000;

/** Ports of a machine, and the wires by which other machines reach it. */
interface Machine {
  readonly name: string;
  readonly etcd: number;
  readonly peer: number;
  readonly rest: number;
  readonly postgres: number;
  readonly wires: { readonly rest: Wire; readonly postgres: Wire };
}

/** Addresses of a machine in the deployed files, by its place. */
const addressOf = (at: number): string => `10.0.0.1${at + 1}`;

/** Three PostgreSQL servers under Patroni, three servers of etcd and HAProxy, by the files in `deploy`. */
export class PatroniCluster {
  readonly members: PatroniMember[] = [];
  readonly #machines: Machine[] = [];
  readonly #wires: Wire[] = [];
  readonly #etcds: ChildProcess[] = [];
  readonly #routers: ChildProcess[] = [];
  #port = 0;

  private constructor(private readonly folder: string) {}

  /** @param changes of patroni.yml */
  static async start(changes: Replacements = []): Promise<PatroniCluster> {
    const folder = await mkdtemp(join(tmpdir(), 'patroni-'));
    await chmod(folder, 0o755);
    await giveToServer(folder);
    const cluster = new PatroniCluster(folder);
    try {
      await cluster.#plan();
      for (const at of cluster.#machines.keys()) await cluster.startEtcd(at);
      for (const at of cluster.#machines.keys()) await cluster.#startMember(at, changes);
      await cluster.#startRouter();
      await until('the cluster has a leader and two standbys', () => cluster.isWhole(), START_MS);
      await cluster.#createDatabase();
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  /** Of the database, by way of the router. */
  get url(): string {
    return `postgres://data_service:${PASSWORD}@127.0.0.1:${this.#port}/data_service`;
  }

  /** Of the database, as its superuser. */
  get adminUrl(): string {
    const login = { username: 'postgres', password: SECRETS.SUPERUSER_PASSWORD };
    return Object.assign(new URL(this.url), login).href;
  }

  /** The member that is primary. */
  async leader(): Promise<PatroniMember> {
    for (const member of this.members) if (await member.isPrimary()) return member;
    throw new Error('The cluster has no leader.');
  }

  /** The standby without which no write is answered; none for a moment after a change. */
  async synchronous(): Promise<PatroniMember | undefined> {
    for (const member of this.members) if (await member.isSynchronous()) return member;
    return undefined;
  }

  /**
   * True when one member is primary, and the others are standbys that replicate from it, one of them synchronously. Before
   * Patroni has named that one, none may be promoted.
   */
  async isWhole(): Promise<boolean> {
    const are = async (is: (member: PatroniMember) => Promise<boolean>): Promise<number> =>
      (await Promise.all(this.members.map(is))).filter(Boolean).length;
    const counts = [
      await are((member) => member.isPrimary()),
      await are((member) => member.isStandby()),
      await are((member) => member.isSynchronous()),
    ];
    return counts.join() === '1,2,1';
  }

  /** Lets patronictl act. @returns what it says */
  async control(...args: readonly string[]): Promise<string> {
    return (await execute('patronictl', ['-c', join(this.folder, 'machine1.yml'), ...args])).stdout;
  }

  /** Starts HAProxy in front of nodes of the service. @returns its URL */
  async balance(nodes: readonly string[]): Promise<string> {
    const [port] = await freePorts(1);
    await deploy('proxies/haproxy.cfg', join(this.folder, 'balancer.cfg'), [
      // More needs rights or a higher limit of open files.
      ['maxconn 20000', 'maxconn 200'],
      ['bind :443 ssl crt /etc/haproxy/certificate.pem', `bind 127.0.0.1:${port}`],
      ...nodes.map((url, at) => [`127.0.0.1:300${at}`, new URL(url).host] as const),
    ]);
    this.#routers.push(startProgram(this.folder, 'balancer', ['haproxy', '-db', '-f', 'balancer.cfg']));
    return `http://127.0.0.1:${port}`;
  }

  /** Starts a server of etcd, for the first time or again. */
  async startEtcd(at: number): Promise<void> {
    const { name, etcd, peer } = this.#machines[at];
    const text = await deployed('patroni/etcd.env', [
      ['NAME=machine1', `NAME=${name}`],
      ['PEER_URLS=http://10.0.0.11:2380', `PEER_URLS=http://127.0.0.1:${peer}`],
      ['10.0.0.11:2379', `127.0.0.1:${etcd}`],
      ['/var/lib/etcd/data-service', join(this.folder, `etcd-${name}`)],
      ...this.#machines.map((other, place) => [`${addressOf(place)}:2380`, `127.0.0.1:${other.peer}`] as const),
    ]);
    const lines = text.split('\n').filter((line) => line.startsWith('ETCD_'));
    const env = Object.fromEntries(lines.map((line) => line.split(/=(.*)/, 2)));
    this.#etcds[at] = startProgram(this.folder, `etcd-${name}`, ['etcd'], env);
  }

  /** Ends a server of etcd at once. */
  async killEtcd(at: number): Promise<void> {
    await killProgram(this.#etcds[at]);
  }

  /** Reads the output of a program. @param name such as `machine1` */
  output(name: string): Promise<string> {
    return readFile(join(this.folder, `${name}.log`), 'utf8');
  }

  async stop(): Promise<void> {
    await Promise.all(this.#routers.map((router) => killProgram(router)));
    await Promise.all(this.members.map((member) => member.kill()));
    await Promise.all(this.#etcds.map((etcd) => killProgram(etcd)));
    await Promise.all(this.#wires.map((wire) => wire.stop()));
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async #plan(): Promise<void> {
    const ports = await freePorts(12);
    for (const name of ['machine1', 'machine2', 'machine3']) {
      const [etcd, peer, rest, postgres] = ports.slice(4 * this.#machines.length);
      const wires = { rest: await this.#wire(rest), postgres: await this.#wire(postgres) };
      this.#machines.push({ name, etcd, peer, rest, postgres, wires });
    }
  }

  async #startMember(at: number, changes: Replacements): Promise<void> {
    const { name, rest, postgres, wires } = this.#machines[at];
    const data = join(this.folder, name);
    await mkdir(data, { mode: 0o700 });
    await giveToServer(data);
    const etcds: Wire[] = [];
    for (const { etcd } of this.#machines) etcds.push(await this.#wire(etcd));
    await deploy('patroni/patroni.yml', join(this.folder, `${name}.yml`), [
      ['name: machine1', `name: ${name}`],
      [' listen: 10.0.0.11:8008', ` listen: 127.0.0.1:${rest}`],
      ['connect_address: 10.0.0.11:8008', `connect_address: 127.0.0.1:${wires.rest.port}`],
      [' listen: 10.0.0.11:5432', ` listen: 127.0.0.1:${postgres}`],
      ['connect_address: 10.0.0.11:5432', `connect_address: 127.0.0.1:${wires.postgres.port}`],
      ...etcds.map(({ port }, place) => [`${addressOf(place)}:2379`, `127.0.0.1:${port}`] as const),
      // Otherwise Patroni asks etcd for its addresses, which lead past the wires.
      ['etcd:\n', 'etcd:\n  use_proxies: true\n'],
      ['10.0.0.0/24', '127.0.0.1/32'],
      ['/var/lib/postgresql/15/data-service', data],
      ['/usr/lib/postgresql/15/bin', POSTGRES.required],
      ['/var/run/postgresql', this.folder],
      ...Object.entries(SECRETS),
      ...changes,
    ]);
    const member = new PatroniMember(name, this.folder, rest, [wires.rest, wires.postgres, ...etcds]);
    this.members.push(member);
    member.start();
  }

  async #startRouter(): Promise<void> {
    const [primary, standbys] = await freePorts(2);
    this.#port = primary;
    await deploy('proxies/haproxy-postgres.cfg', join(this.folder, 'router.cfg'), [
      ['127.0.0.1:5000', `127.0.0.1:${primary}`],
      ['127.0.0.1:5001', `127.0.0.1:${standbys}`],
      ...this.#machines.map(({ wires }, at) => {
        const there = `127.0.0.1:${wires.postgres.port} port ${wires.rest.port}`;
        return [`${addressOf(at)}:5432 port 8008`, there] as const;
      }),
    ]);
    this.#routers.push(startProgram(this.folder, 'router', ['haproxy', '-db', '-f', 'router.cfg']));
  }

  async #wire(target: number): Promise<Wire> {
    const wire = await Wire.start(target);
    this.#wires.push(wire);
    return wire;
  }

  /** Makes the login and the database of the service as the documentation tells operators. */
  async #createDatabase(): Promise<void> {
    const admin = Object.assign(new URL(this.adminUrl), { pathname: '/postgres' }).href;
    await until('the router leads to the leader', async () => {
      const client = new pg.Client({ connectionString: admin });
      const isOpen = await client.connect().then(
        () => true,
        () => false,
      );
      if (isOpen) await client.end();
      return isOpen;
    });
    const psql = join(POSTGRES.required, 'psql');
    const env = { ...process.env, SERVICE_PASSWORD: PASSWORD };
    // Not synchronously: the wires are in this process.
    await execute(psql, ['-f', 'deploy/postgres/create-database.sql', admin], { env });
  }
}
