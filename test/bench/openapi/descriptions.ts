import { randomUUID } from 'node:crypto';
import type { Finding } from '../findings.js';
import type { Bed } from '../rig/bed.js';
import { rssBytes } from '../rig/processes.js';
import type { CallHeaders } from '../rig/requests.js';
import { median } from '../rig/rounds.js';
import { callHeaders } from '../rig/service.js';
import { cachedFindings } from './cached-descriptions.js';
import { firstFindings } from './first-descriptions.js';
import { longestTurn, MADE_MS, shownTimes, timed, TURN_MS } from './times.js';

const ENTITIES = 100;
const FIELDS = 20;
const ROUNDS = 7;
const CALLERS = 500;
/** Limit of the growth of resident memory. */
const GROWTH_BYTES = 128 * 2 ** 20;

const TYPES = ['Text', 'Int', 'Decimal', 'Bool', 'Date', 'DateTime', 'Uuid', 'Json', 'LongText'];

const fields = (): readonly object[] =>
  Array.from({ length: FIELDS }, (_, i) => ({
    FieldName: `Field${i}`,
    FieldType: i === 0 ? 'Enum' : TYPES[i % TYPES.length],
    ...(i === 0 && { Values: ['Small', 'Medium', 'Large'] }),
    ...(TYPES[i % TYPES.length] === 'Text' && i > 0 && { MaxLength: 100 }),
  }));

type Call = (method: string, path: string, body?: object) => Promise<unknown>;

const caller =
  (port: number, headers: CallHeaders): Call =>
  async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { ...headers, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} failed: ${text}`);
    return text;
  };

const assignments = (values: object): object =>
  Object.entries(values).map(([FieldName, Value]) => ({ FieldName, Value: Value as unknown }));

/** Creates users whose roles differ in the entities that they may read. */
async function differentCallers(admin: Call): Promise<readonly string[]> {
  const names = Array.from({ length: CALLERS }, (_, i) => `reader${i}`);
  const roles = names.map(() => randomUUID());
  const bulk = (EntityName: string, Fields: readonly string[], Values: readonly unknown[][]): Promise<unknown> =>
    admin('POST', '/api/v1/records/bulk-insert', { EntityName, Fields, Values });
  await bulk(
    'Role',
    ['Id', 'Name'],
    roles.map((id) => [id, id]),
  );
  const granted = roles.flatMap((id, i) =>
    Array.from({ length: ENTITIES }, (_, e) => e)
      .filter((e) => e % 10 !== i % 10 && e !== Math.floor(i / 10))
      .map((e) => [id, `Described${e}`, 'All', 'All', 'All']),
  );
  for (let i = 0; i < granted.length; i += 10_000)
    await bulk('RoleAccess', ['RoleId', 'EntityName', 'Create', 'Read', 'Update'], granted.slice(i, i + 10_000));
  const ids = names.map(() => randomUUID());
  await bulk(
    'User',
    ['Id', 'UserName', 'DisplayName'],
    names.map((name, i) => [ids[i], name, name]),
  );
  await bulk(
    'UserRole',
    ['UserId', 'RoleId'],
    ids.map((id, i) => [id, roles[i]]),
  );
  return names;
}

/** Measures descriptions of an environment with many entities: made, from the cache, and for many different callers. */
export async function descriptionFindings({ service, databaseUrl }: Bed): Promise<readonly Finding[]> {
  const admin = caller(service.port, await callHeaders(service, 'ada.admin'));
  const Steps = Array.from({ length: ENTITIES }, (_, i) => ({
    Operation: 'Insert',
    EntityName: 'Entity',
    Fields: assignments({ EntityName: `Described${i}`, Fields: fields() }),
  }));
  await admin('POST', '/api/v1/records/batch', { Steps });
  const describe = (): Promise<unknown> => admin('GET', '/api/v1/openapi.json');
  const [made, turns]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const Fields = assignments({ Name: `List ${randomUUID()}`, Values: [{ Value: 1 }] });
    await admin('POST', '/api/v1/records/insert', { EntityName: 'List', Fields });
    await admin('GET', '/api/v1/access?entityName=List');
    let ms = 0;
    turns.push(
      await longestTurn(
        service.port,
        timed(describe).then((time) => (ms = time)),
      ),
    );
    made.push(ms);
  }
  const headers = await callHeaders(service, 'ada.admin');
  const later = [...(await cachedFindings(service, headers)), ...(await firstFindings(databaseUrl))];
  const size = String(await describe()).length;
  const names = await differentCallers(admin);
  const before = rssBytes(service.process.pid!);
  for (const name of names) await caller(service.port, await callHeaders(service, name))('GET', '/api/v1/openapi.json');
  const growth = rssBytes(service.process.pid!) - before;
  return [
    {
      isReached: median(made) < MADE_MS,
      text: `${Math.round(size / 1000)} KB made in ${MADE_MS} ms: ${shownTimes(made)}`,
    },
    { isReached: median(turns) < TURN_MS, text: `longest turn meanwhile below ${TURN_MS} ms: ${shownTimes(turns)}` },
    ...later,
    { isReached: growth < GROWTH_BYTES, text: `${CALLERS} different callers: ${Math.round(growth / 2 ** 20)} MB more` },
  ];
}
