import { Logger } from '@nestjs/common';
import { mock } from 'node:test';
import pg from 'pg';
import { startStandby } from '../../../support/hot-standby.js';
import { InstalledPostgres } from '../../../support/installed-postgres.js';
import { type Answer, byId, TestApp } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';

const READERS = 4;

/** A primary with the demo, a hot standby, and two nodes that read from it. */
export class Replicated {
  /** What standbys have logged, by all nodes. */
  readonly logged: string[] = [];

  private constructor(
    readonly primary: InstalledPostgres,
    readonly standby: InstalledPostgres,
    readonly nodes: TestApp[],
  ) {}

  /** @param settings of postgresql.conf of the standby */
  static async start(settings: Readonly<Record<string, string>> = {}): Promise<Replicated> {
    const primary = await InstalledPostgres.start();
    await (await TestApp.on(primary.url, { DEMO: 'true' })).stop();
    const replicated = new Replicated(primary, await startStandby(primary, settings), []);
    for (const level of ['log', 'warn'] as const)
      mock.method(Logger.prototype, level, (text: unknown) => {
        if (String(text).startsWith('The standby')) replicated.logged.push(String(text));
      });
    for (let i = 0; i < 2; i++) await replicated.addNode();
    await replicated.untilServing(true);
    return replicated;
  }

  /** Starts one more node. @param urls of standbys */
  async addNode(urls = this.standby.url, databaseUrl = this.primary.url): Promise<TestApp> {
    const node = await TestApp.on(databaseUrl, { READ_DATABASE_URLS: urls, ROLES: 'api' });
    this.nodes.push(node);
    return node;
  }

  async stop(): Promise<void> {
    for (const node of this.nodes) await node.stop();
    for (const server of [this.standby, this.primary]) await server.stop();
    mock.restoreAll();
  }

  async untilServing(isServing: boolean, nodes: readonly TestApp[] = this.nodes): Promise<void> {
    for (const node of nodes)
      await until(
        `the standby ${isServing ? 'serves' : 'serves no'} reads`,
        async () => (await metric(node, 'db_standby_serving')) === Number(isServing),
      );
  }

  /** Number of reads that the standby has answered to all nodes. */
  async answered(): Promise<number> {
    let sum = 0;
    for (const node of this.nodes) sum += await metric(node, 'db_reads_total{server="standby"}');
    return sum;
  }

  /** Writes on one node and reads on the other at once, again and again. @returns number of reads without the write */
  async missed(count: number): Promise<number> {
    const [writer, reader] = this.nodes.map((node) => node.as('ada.admin'));
    let missed = 0;
    const lane = async (from: number): Promise<void> => {
      const id = await writer.inserted('Note', { Subject: 'Lane' });
      for (let i = from; i < count; i += READERS) {
        const Subject = `Written ${i}`;
        const written = await writer.update('Note', { Subject }, byId(id));
        if (written.status !== 200) throw new Error(written.text);
        if ((await reader.row('Note', id))?.Subject !== Subject) missed++;
      }
    };
    await Promise.all(Array.from({ length: READERS }, (_, from) => lane(from)));
    return missed;
  }
}

/** A value of a node's metrics. @param name with its labels, or without where it has one value */
export async function metric(node: TestApp, name: string): Promise<number> {
  const text = await (await fetch(`${node.url}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(name));
  return Number(line?.split(' ').at(-1));
}

/** Runs a statement as the superuser of a server. */
export async function administer(
  server: InstalledPostgres,
  text: string,
  database = 'postgres',
): Promise<pg.QueryResult> {
  const url = new URL(server.adminUrl);
  url.pathname = database;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

/** Sends a signal to all processes of a server. */
export const signalAll = (server: InstalledPostgres, name: 'KILL' | 'STOP' | 'CONT'): Promise<void> =>
  server.run('pid=$(head -1 "$PGDATA/postmaster.pid"); kill -s "$NAME" "$pid" $(pgrep -P "$pid")', { NAME: name });

/** Reads that callers send one after the other meanwhile. */
export class Readers {
  readonly failed: Answer[] = [];
  longestMs = 0;
  count = 0;
  #isOver = false;
  readonly #running: Promise<unknown>;

  constructor(node: TestApp) {
    const caller = node.as('ada.admin');
    const read = async (i: number): Promise<void> => {
      while (!this.#isOver) {
        const startedAt = performance.now();
        const Sort = [{ FieldName: 'Subject' }];
        const answer = await (i % 2 === 0
          ? caller.select('Customer', { Pager: { PageNumber: 1, PageSize: 5 } })
          : caller.select('Note', { Sort, Aggregates: undefined }));
        this.longestMs = Math.max(this.longestMs, performance.now() - startedAt);
        this.count++;
        if (answer.status !== 200) this.failed.push(answer);
      }
    };
    this.#running = Promise.all(Array.from({ length: READERS }, (_, i) => read(i)));
  }

  /** Waits until some more reads were answered. */
  async more(count = 20): Promise<void> {
    const enough = this.count + count;
    await until('reads are answered', () => this.count >= enough);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }
}
