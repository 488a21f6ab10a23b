import jwt from 'jsonwebtoken';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { writeCells } from '../../../../src/command/cells/write-cells.js';
import { DEVELOPMENT_SECRET } from '#platform/process/config/load-config.js';
import { freePort } from '../../../support/installed-postgres.js';
import { Router, type RouterKind } from '../../../support/router.js';
import { ServiceProcess } from '../../../support/service-process.js';
import { type Answer, Caller, DEVELOPMENT, type Place, SOUTHBAY } from '../../../support/test-app.js';
import { createTestDatabase, type TestDatabase } from '../../../support/test-database.js';

const HOUR_MS = 3_600_000;

/** A token that is valid by clocks an hour ahead, too. */
export const tokenOf = (user: string): string => jwt.sign({ sub: user }, DEVELOPMENT_SECRET, { expiresIn: '6h' });

/** Cell `a`, the default, has Southbay, cell `b` Northgate, with clocks an hour apart; a file says so. */
export class TwoCells {
  private constructor(
    private readonly folder: string,
    private readonly databases: readonly TestDatabase[],
    /** Nodes of `a` and of `b`. */
    readonly nodes: readonly ServiceProcess[],
    private readonly entries: readonly object[],
  ) {}

  static async start(): Promise<TwoCells> {
    const folder = await mkdtemp(join(tmpdir(), 'two cells '));
    const databases = [await createTestDatabase(), await createTestDatabase()];
    // No cell has ever seen the environment of the other one.
    const northgate = await removed(databases[0].url, DEVELOPMENT);
    const southbay = await removed(databases[1].url, SOUTHBAY);
    const ports = [await freePort(), await freePort()];
    const entries = [southbay, northgate];
    await writeFile(join(folder, 'cells.json'), fileOf(ports, entries, ''));
    const nodes = await Promise.all(
      ports.map((PORT, i) =>
        ServiceProcess.start(databases[i].url, {
          PORT,
          CELL: 'ab'[i],
          CELLS_FILE: join(folder, 'cells.json'),
          ...(i === 1 && {
            NODE_OPTIONS: `--import ${new URL('../../../support/skewed-clock.mjs', import.meta.url).href}`,
            CLOCK_SKEW_MS: String(HOUR_MS),
          }),
        }),
      ),
    );
    return new TwoCells(folder, databases, nodes, entries);
  }

  /** Names and ids of Northgate, as a file has them. */
  get northgate(): { readonly Name: string; readonly Ids: string } {
    return this.entries[1] as { Name: string; Ids: string };
  }

  /** Starts a router of its own. @param isStale it takes each environment for one of the other cell */
  async route(kind: RouterKind, isStale = false): Promise<Router> {
    const folder = join(this.folder, `${kind} ${isStale ? 'stale' : 'current'}`);
    await mkdir(folder);
    const port = await freePort();
    const ports = this.nodes.map(({ url }) => new URL(url).port);
    const file = join(folder, 'cells.json');
    await writeFile(file, fileOf(ports, isStale ? this.entries.toReversed() : this.entries, `127.0.0.1:${port}`));
    await writeCells(file, folder, [kind], () => undefined);
    return Router.start(kind, folder, `http://127.0.0.1:${port}`);
  }

  /** Changes the file of the nodes: cell `b` gets another environment. */
  async place(entry: object): Promise<void> {
    const file = JSON.parse(
      fileOf(
        this.nodes.map(({ url }) => new URL(url).port),
        this.entries,
        '',
      ),
    ) as {
      readonly Cells: { readonly b: { readonly Environments: object[] } };
    };
    file.Cells.b.Environments.push(entry);
    await writeFile(join(this.folder, 'cells.json'), JSON.stringify(file));
  }

  async stop(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.kill()));
    await Promise.all(this.databases.map((database) => database.drop()));
    await rm(this.folder, { recursive: true });
  }
}

const fileOf = (ports: readonly string[], environments: readonly object[], Listen: string): string => {
  const cell = (i: number): object => ({ Origins: [`http://127.0.0.1:${ports[i]}`], Environments: [environments[i]] });
  return JSON.stringify({ ...(Listen && { Listen }), Cells: { a: { ...cell(0), Default: true }, b: cell(1) } });
};

/** Removes a tenant from a database, with all its environments. @returns the entry of one of them in a file of cells */
async function removed(url: string, { TenantId, AppId, EnvironmentId }: Place): Promise<object> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Readonly<Record<'tenant' | 'app' | 'id' | 'name' | 'schema', string>>>(
      `SELECT t.id AS tenant, a.id AS app, e.id, a.name || '/' || e.name AS name, e.schema_name AS schema
       FROM platform.environment e JOIN platform.app a ON a.id = e.app_id JOIN platform.tenant t ON t.id = a.tenant_id
       WHERE t.name = $1`,
      [TenantId],
    );
    for (const { schema } of rows) await client.query(`DROP SCHEMA "${schema}" CASCADE`);
    const keys = { environment: rows.map(({ id }) => id), app: rows.map(({ app }) => app), tenant: [rows[0].tenant] };
    for (const [table, ids] of Object.entries(keys))
      await client.query(`DELETE FROM platform.${table} WHERE id = ANY($1::uuid[])`, [ids]);
    const { tenant, app, id } = rows.find(({ name }) => name === `${AppId}/${EnvironmentId}`)!;
    return { Name: `${TenantId}/${AppId}/${EnvironmentId}`, Ids: `${tenant}/${app}/${id}` };
  } finally {
    await client.end();
  }
}

/** Any request, without following redirects. */
export async function send(
  url: string,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: unknown,
): Promise<Answer> {
  const content: Readonly<Record<string, string>> = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const answer = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: { ...content, ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json') === true && text !== '';
  return { status: answer.status, headers: answer.headers, text, body: isJson ? JSON.parse(text) : undefined };
}

/** A caller of the API by way of a router or a node. */
export const callerOf = (url: string, user: string, place: Place): Caller =>
  new Caller((method, path, body, more = {}) =>
    send(url, method, `/api/v1${path}`, { Authorization: `Bearer ${tokenOf(user)}`, ...place, ...more }, body),
  );
