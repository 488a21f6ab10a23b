import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Bed } from '../rig/bed.js';
import type { CallHeaders } from '../rig/requests.js';
import { callHeaders } from '../rig/service.js';

const ADMINISTRATOR = 'ada.admin';

/** Records whose record-information ids end in a number, from 0. */
export const PARCELS = 20_000;
export const OFFERED = 50;
const VALIDATORS = 3;

/** Entities with and without a lifecycle, and ids of a status: one from which a move returns to it, one with many moves. */
export interface Lifecycles {
  readonly headers: CallHeaders;
  readonly statusId: string;
  readonly transitionId: string;
  readonly userId: string;
  /** Of a record with `OFFERED` moves. */
  readonly crossroads: string;
  readonly send: (path: string, body: object) => Promise<unknown>;
}

type Row = Readonly<Record<string, unknown>>;

const assignments = (fields: Row): object[] =>
  Object.entries(fields).map(([FieldName, Value]) => ({ FieldName, Value }));

const positive = (value: number): object => ({
  Filters: [{ FieldName: 'Weight', Operator: 'GreaterThan', Value: value }],
});

/** Adds the entities and lifecycles to the environment, and parcels to move. */
export async function addLifecycles({ service, databaseUrl, facts }: Bed): Promise<Lifecycles> {
  const headers = await callHeaders(service, ADMINISTRATOR);
  const send = async (path: string, body: object): Promise<{ Id: string; RecordInformationId: string }> => {
    const response = await fetch(`http://127.0.0.1:${service.port}/api/v1${path}`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} failed: ${text}`);
    return (JSON.parse(text) as { Result: { Id: string; RecordInformationId: string } }).Result;
  };
  const insert = (EntityName: string, fields: Row): ReturnType<typeof send> =>
    send('/records/insert', { EntityName, Fields: assignments(fields) });
  const [statusId, transitionId, hubId] = [randomUUID(), randomUUID(), randomUUID()];
  for (const name of ['Parcel', 'Packet', 'Crossroads'])
    await insert('Entity', {
      EntityName: name,
      Field: [
        { FieldName: 'Label', FieldType: 'Text' },
        { FieldName: 'Weight', FieldType: 'Int' },
      ],
    });
  const validators = (first: number): object[] =>
    Array.from({ length: VALIDATORS }, (_, i) => ({
      Name: `V${i}`,
      WhereClause: positive(-first - i),
      Message: 'No.',
    }));
  await insert('Lifecycle', {
    Name: 'Parcels',
    EntityName: 'Parcel',
    Statuses: [{ Id: statusId, Name: 'Packed', IsInitial: true }],
    Transitions: [
      { Id: transitionId, Name: 'Again', FromStatusId: statusId, ToStatusId: statusId, Validators: validators(1) },
    ],
  });
  await insert('Lifecycle', {
    Name: 'Crossroads',
    EntityName: 'Crossroads',
    Statuses: [{ Id: hubId, Name: 'Hub', IsInitial: true }],
    Transitions: Array.from({ length: OFFERED }, (_, i) => ({
      Name: `Way${i}`,
      FromStatusId: hubId,
      ToStatusId: hubId,
      Sequence: i,
      Validators: validators(i * VALIDATORS + 1),
    })),
  });
  const { RecordInformationId: crossroads } = await insert('Crossroads', { Label: 'x', Weight: 1 });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`
      INSERT INTO "${facts.schema}"."Parcel" ("Id", "RecordInformationId", "OwnerId", "CreatedBy", "UpdatedBy", "StatusId", "Label", "Weight")
      SELECT ${idOf('8000')}, ${idOf('9000')}, '${facts.userId}', '${facts.userId}', '${facts.userId}', '${statusId}', 'p' || n, 1
      FROM generate_series(0, ${PARCELS - 1}) n`);
    // Statements that were planned for an empty history would read all of it.
    await client.query(`
      INSERT INTO "${facts.schema}"."StatusHistory" ("Id", "RecordInformationId", "OwnerId", "CreatedBy", "UpdatedBy", "RecordId", "EntityName", "ToStatusId", "ChangedOn", "CorrelationId")
      SELECT gen_random_uuid(), gen_random_uuid(), '${facts.userId}', '${facts.userId}', '${facts.userId}', ${idOf('9000')}, 'Parcel', '${statusId}', now() - interval '1 hour', gen_random_uuid()
      FROM generate_series(0, ${PARCELS - 1}) n`);
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
  return { headers, statusId, transitionId, userId: facts.userId, crossroads, send };
}

const idOf = (part: string): string => `('00000000-0000-7000-${part}-' || lpad(n::text, 12, '0'))::uuid`;
