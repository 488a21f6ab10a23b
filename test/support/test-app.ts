import type { Type } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import jwt from 'jsonwebtoken';
import pg from 'pg';
import { createApp } from '#app.js';
import { DEVELOPMENT_SECRET } from '#platform/process/config/load-config.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';
import { testConfig } from './test-config.js';

/** Context headers of a call. */
export interface Place {
  readonly TenantId: string;
  readonly AppId: string;
  readonly EnvironmentId: string;
}

export const DEVELOPMENT: Place = { TenantId: 'Northgate', AppId: 'OrderToCash', EnvironmentId: 'Development' };
export const SOUTHBAY: Place = { TenantId: 'Southbay', AppId: 'OrderToCash', EnvironmentId: 'Development' };

/** An answer as a front end sees it. `text` keeps the digits that JSON.parse loses. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Untyped, since a test that reads a missing member fails by itself. */
  readonly body: any;
}

/** A record, or the fields of one. */
export type Row = Readonly<Record<string, unknown>>;

type HeaderValues = Readonly<Record<string, string>>;

/** The whole service over HTTP on a database of its own, as the demo's users. */
export class TestApp {
  readonly #tokens = new Map<string, Promise<string>>();

  private constructor(
    readonly url: string,
    private readonly app: NestExpressApplication,
    private readonly database: TestDatabase,
    private readonly direct: pg.Pool,
  ) {}

  /** @param modules further ones, such as hooks of the test */
  static async start(settings: Readonly<Record<string, string>> = {}, modules: readonly Type[] = []): Promise<TestApp> {
    return TestApp.#on(await createTestDatabase(), settings, modules);
  }

  /** Starts on an existing database and keeps it. */
  static on(
    url: string,
    settings: Readonly<Record<string, string>> = {},
    modules: readonly Type[] = [],
  ): Promise<TestApp> {
    return TestApp.#on({ url, drop: async () => undefined }, settings, modules);
  }

  static async #on(
    database: TestDatabase,
    settings: Readonly<Record<string, string>> = {},
    modules: readonly Type[] = [],
  ): Promise<TestApp> {
    const app = await createApp(testConfig(database.url, settings), modules);
    await app.listen(Number(settings.PORT ?? 0), '127.0.0.1');
    return new TestApp(await app.getUrl(), app, database, new pg.Pool({ connectionString: database.url, max: 4 }));
  }

  /** Starts another node on the same database, to be stopped first. @param url another address of the database */
  startAnother(settings: Readonly<Record<string, string>> = {}, url = this.database.url): Promise<TestApp> {
    return TestApp.on(url, settings);
  }

  /** URL of the database, for other processes. */
  get databaseUrl(): string {
    return this.database.url;
  }

  /** A provider of the service, for what only operators do. */
  provider<Provider>(type: Type<Provider>): Provider {
    return this.app.get(type, { strict: false });
  }

  async stop(): Promise<void> {
    await this.direct.end();
    await this.app.close();
    await this.database.drop();
  }

  /** A caller of the API. @param user a user name of the demo */
  as(user: string, place: Place = DEVELOPMENT): Caller {
    return new Caller(async (method, path, body, headers = {}) => {
      const Authorization = `Bearer ${await this.#token(user)}`;
      return this.send(method, `/api/v1${path}`, body, { Authorization, ...place, ...headers });
    });
  }

  /** Any request. @param body text is sent as it is, anything else as JSON */
  async send(method: string, path: string, body?: unknown, headers: HeaderValues = {}): Promise<Answer> {
    const content: HeaderValues = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const response = await fetch(this.url + path, {
      method,
      headers: { ...content, ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true && text !== '';
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
  }

  /** Runs a statement past the service, to read stored rows. */
  async query<Found>(text: string, values: readonly unknown[] = []): Promise<readonly Found[]> {
    return (await this.direct.query(text, [...values])).rows as Found[];
  }

  /** A connection past the service, for tests that hold locks; release it. */
  connect(): Promise<pg.PoolClient> {
    return this.direct.connect();
  }

  /** Schema of an environment, for statements past the service. */
  async schema({ TenantId, AppId, EnvironmentId }: Place = DEVELOPMENT): Promise<string> {
    const [{ schema }] = await this.query<{ schema: string }>(
      `SELECT e.schema_name AS schema FROM platform.environment e JOIN platform.app a ON a.id = e.app_id
       JOIN platform.tenant t ON t.id = a.tenant_id WHERE (t.name, a.name, e.name) = ($1, $2, $3)`,
      [TenantId, AppId, EnvironmentId],
    );
    return schema;
  }

  /** Changes logged since a mark, as `Create Customer`, in their order; marks are positions of the log. */
  async changes(since = '0'): Promise<readonly string[]> {
    const rows = await this.query<{ change: string }>(
      `SELECT operation || ' ' || entity AS change FROM platform.change WHERE position > $1 ORDER BY position`,
      [since],
    );
    return rows.map(({ change }) => change);
  }

  /** Last position of the log; refused writes must not move it. */
  async mark(): Promise<string> {
    const [row] = await this.query<{ position: string }>(
      'SELECT COALESCE(max(position), 0)::text AS position FROM platform.change',
    );
    return row.position;
  }

  /** The token of a user; calls at the same time share one request for it. */
  #token(user: string): Promise<string> {
    const known = this.#tokens.get(user) ?? this.#issue(user);
    this.#tokens.set(user, known);
    return known;
  }

  async #issue(user: string): Promise<string> {
    const { status, body } = await this.send('POST', '/dev/token', { UserName: user });
    if (status === 200) return (body as { AccessToken: string }).AccessToken;
    this.#tokens.delete(user);
    // Identity providers sign tokens for unknown users, unlike the development tokens of the service.
    return jwt.sign({ sub: user }, DEVELOPMENT_SECRET, { expiresIn: '1h' });
  }
}

type Send = (method: string, path: string, body?: unknown, headers?: HeaderValues) => Promise<Answer>;

/** One user's calls; paths begin after `/api/v1`. */
export class Caller {
  constructor(readonly send: Send) {}

  get(path: string): Promise<Answer> {
    return this.send('GET', path);
  }

  /** POST /records/insert with fields given as an object. */
  insert(EntityName: string, fields: Row, headers?: HeaderValues): Promise<Answer> {
    return this.send('POST', '/records/insert', { EntityName, Fields: assignments(fields) }, headers);
  }

  /** Inserts a record. @returns its Id */
  async inserted(EntityName: string, fields: Row): Promise<string> {
    const { status, body, text } = await this.insert(EntityName, fields);
    if (status !== 200) throw new Error(`${EntityName} was not inserted: ${text}`);
    return body.Result.Id as string;
  }

  /** PUT /records/update on the records that match. */
  update(
    EntityName: string,
    fields: Row,
    WhereClause: unknown,
    Options?: unknown,
    headers?: HeaderValues,
  ): Promise<Answer> {
    const body = { EntityName, Fields: assignments(fields), WhereClause, Options };
    return this.send('PUT', '/records/update', body, headers);
  }

  delete(EntityName: string, WhereClause: unknown, Options?: unknown): Promise<Answer> {
    return this.send('DELETE', '/records/delete', { EntityName, WhereClause, Options });
  }

  restore(EntityName: string, WhereClause: unknown, Options?: unknown): Promise<Answer> {
    return this.send('POST', '/records/restore', { EntityName, WhereClause, Options });
  }

  purge(EntityName: string, WhereClause: unknown, Options?: unknown): Promise<Answer> {
    return this.send('POST', '/records/purge', { EntityName, WhereClause, Options });
  }

  /** POST /records/upsert with fields given as an object. */
  upsert(
    EntityName: string,
    MatchOn: readonly string[],
    fields: Row,
    more: { readonly Options?: unknown; readonly headers?: HeaderValues } = {},
  ): Promise<Answer> {
    const body = { EntityName, MatchOn, Fields: assignments(fields), Options: more.Options };
    return this.send('POST', '/records/upsert', body, more.headers);
  }

  batch(Steps: readonly unknown[], more: Row = {}): Promise<Answer> {
    return this.send('POST', '/records/batch', { Steps, ...more });
  }

  /** Record of an Id as select shows it; `undefined` when it is not visible. */
  async row(EntityName: string, id: unknown): Promise<Answer['body']> {
    return (await this.select(EntityName, { WhereClause: byId(id) })).body.Result[0];
  }

  select(EntityName: string, more: Row = {}): Promise<Answer> {
    return this.send('POST', '/queries/select', { EntityName, ...more });
  }
}

/** `{Name: 'x'}` as `[{FieldName: 'Name', Value: 'x'}]`. */
export const assignments = (fields: Row): readonly unknown[] =>
  Object.entries(fields).map(([FieldName, Value]) => ({ FieldName, Value }));

/** A where-clause of one filter. @param operator number or name */
export const where = (FieldName: string, Operator: number | string, Value?: unknown): unknown => ({
  Filters: [{ FieldName, Operator, Value }],
});

/** The record of an Id, or the records of several. */
export const byId = (id: unknown): unknown => where('Id', Array.isArray(id) ? 'IN' : 'EqualTo', id);

/** A lookup's target by one of its unique fields. */
export const match = (FieldName: string, Value: unknown): unknown => ({ Match: { FieldName, Value } });
