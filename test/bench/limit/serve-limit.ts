/**
 * A program: the least Node code that inserts and reads customers over HTTP, into the same tables as the service. The
 * token is checked, one prepared statement is run, PostgreSQL makes the JSON, and that is all: no scopes, no field
 * rules, no metadata, no validation. Its parent sends `LimitFacts`; it tells its port.
 */
import { createSecretKey } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import jwt from 'jsonwebtoken';
import pg from 'pg';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import {
  bulkText,
  byIdText,
  includeText,
  INSERTED_FIELDS,
  insertText,
  type LimitFacts,
  pageText,
} from './statements.js';

interface InsertBody {
  readonly Fields: readonly { readonly FieldName: string; readonly Value: unknown }[];
}

interface BulkBody {
  readonly Fields: readonly string[];
  readonly Values: readonly (readonly unknown[])[];
}

interface SelectBody {
  readonly WhereClause: { readonly Filters: readonly { readonly Value: unknown }[] };
  readonly Pager?: object;
  readonly Includes?: object;
}

interface Row {
  readonly json: string;
  readonly total?: string;
}

const [facts] = (await once(process, 'message')) as [LimitFacts];
const pool = new pg.Pool({ connectionString: facts.databaseUrl, max: facts.poolSize });
const key = createSecretKey(facts.tokenSecret, 'utf8');
const verified = new Set<string>();
const INSERT = insertText(facts);
const BULK = bulkText(facts);
const BY_ID = byIdText(facts);
const PAGE = pageText(facts);
const INCLUDE = includeText(facts);

function checkToken(authorization = ''): void {
  if (verified.has(authorization)) return;
  jwt.verify(authorization.slice('Bearer '.length), key as unknown as Buffer, { algorithms: ['HS256'] });
  verified.add(authorization);
}

function readBody(req: IncomingMessage): Promise<unknown> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())));
  });
}

function insert({ Fields }: InsertBody): Promise<pg.QueryResult<Row>> {
  const given = new Map(Fields.map(({ FieldName, Value }) => [FieldName, Value]));
  const fields = INSERTED_FIELDS.map((name) => given.get(name));
  const values = [uuidV7(), uuidV7(), uuidV7(), new Date().toISOString(), facts.sequence, ...fields];
  return pool.query({ name: 'insert', text: INSERT, values });
}

function bulkInsert({ Fields, Values }: BulkBody): Promise<pg.QueryResult<Row>> {
  const fields = INSERTED_FIELDS.map((name) => {
    const column = Fields.indexOf(name);
    return Values.map((row) => row[column]);
  });
  const ids = [Values.map(() => uuidV7()), Values.map(() => uuidV7())];
  const values = [...ids, uuidV7(), new Date().toISOString(), facts.sequence, ...fields];
  return pool.query({ name: 'bulk', text: BULK, values });
}

function select({ WhereClause, Pager, Includes }: SelectBody): Promise<pg.QueryResult<Row>> {
  const values = [WhereClause.Filters[0].Value];
  if (Includes) return pool.query({ name: 'include', text: INCLUDE, values });
  return pool.query(Pager ? { name: 'page', text: PAGE, values } : { name: 'byId', text: BY_ID, values });
}

async function run(url: string | undefined, body: unknown): Promise<pg.QueryResult<Row>> {
  if (url === '/api/v1/records/insert') return insert(body as InsertBody);
  return url === '/api/v1/records/bulk-insert' ? bulkInsert(body as BulkBody) : select(body as SelectBody);
}

async function answer(req: IncomingMessage): Promise<string> {
  checkToken(req.headers.authorization);
  const { rows } = await run(req.url, await readBody(req));
  const result = req.url === '/api/v1/queries/select' ? `[${rows[0].json}]` : rows[0].json;
  return `{"IsSuccess":true,"StatusCode":"200","Result":${result},"TotalRecords":${rows[0].total ?? 1}}`;
}

function send(res: ServerResponse, status: number, text: string): void {
  res.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) });
  res.end(text);
}

const server = createServer((req, res) => {
  answer(req).then(
    (text) => send(res, 200, text),
    (error: unknown) => send(res, 500, String(error)),
  );
});
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
