import pg from 'pg';
import type { RequestTemplate } from '../load/load.js';
import type { Bed } from '../rig/bed.js';
import { pairsInTurns } from '../rig/pairs.js';
import { measured, type Measured } from '../rig/rounds.js';
import { callHeaders } from '../rig/service.js';

/** Most that a page costs where approvals let assignees read, of what it costs elsewhere. */
export const PAGE_COST = 1.2;

const ADMINISTRATOR = 'ada.admin';
const ROLE = 'SalesRep';
const ROWS = 200_000;
/** One record in this number is the caller's, who is the assignee of these few; other users have the other open tasks. */
const OWNERS = 100;
const TASKS = 5;
const OPEN_TASKS = 20_000;
/** The one without a process, the other with one. */
const ENTITIES = ['Plain', 'Approved'] as const;
const REQUEST = '00000000-0000-4000-8000-000000000001';
const CALLERS = 8;
const WARM_UP_MS = 3_000;
const ROUND_MS = 2_500;
const ROUNDS = 6;

/** Pages of both entities, the one right after the other. */
export interface PagePair {
  readonly plain: Measured;
  readonly approved: Measured;
}

/** Pages of 50 by their order, with the number of all records. */
const SORTS = {
  'by Id': [{ FieldName: 'Id', Direction: 1 }],
  'by UpdatedOn': [{ FieldName: 'UpdatedOn', Direction: 2 }],
} as const;

/** Makes two entities that differ in the approval process alone, and reads pages of both in scope Own. */
export async function assignedPages(bed: Bed): Promise<Readonly<Record<string, readonly PagePair[]>>> {
  await defineEntities(bed);
  await fill(bed);
  const pairs: Record<string, readonly PagePair[]> = {};
  for (const [kind, Sort] of Object.entries(SORTS)) {
    const page = (EntityName: string, durationMs: number): Promise<Measured> => {
      const body = JSON.stringify({ EntityName, Sort, Pager: { PageNumber: 1, PageSize: 50 } });
      const request: RequestTemplate = { method: 'POST', path: '/api/v1/queries/select', headers: bed.headers, body };
      return measured(bed, bed.service, { port: bed.service.port, connections: CALLERS, request, durationMs });
    };
    for (const name of ENTITIES) await page(name, WARM_UP_MS);
    pairs[kind] = await pairsInTurns(ROUNDS, {
      approved: () => page('Approved', ROUND_MS),
      plain: () => page('Plain', ROUND_MS),
    });
  }
  return pairs;
}

async function defineEntities({ service }: Bed): Promise<void> {
  const headers = { ...(await callHeaders(service, ADMINISTRATOR)), 'Content-Type': 'application/json' };
  const insert = async (EntityName: string, fields: object): Promise<string> => {
    const Fields = Object.entries(fields).map(([FieldName, Value]) => ({ FieldName, Value }));
    const body = JSON.stringify({ EntityName, Fields });
    const response = await fetch(`http://127.0.0.1:${service.port}/api/v1/records/insert`, {
      method: 'POST',
      headers,
      body,
    });
    const answer = (await response.json()) as { readonly Result: { readonly Id: string }; readonly Errors: unknown };
    if (!response.ok) throw new Error(`${EntityName} was not inserted: ${JSON.stringify(answer.Errors)}`);
    return answer.Result.Id;
  };
  const RoleId = { Match: { FieldName: 'Name', Value: ROLE } };
  for (const EntityName of ENTITIES) {
    const EntityId = await insert('Entity', { EntityName, AllowSoftDelete: true });
    await insert('Field', { EntityId, FieldName: 'Name', FieldType: 'Text' });
    await insert('Field', { EntityId, FieldName: 'Amount', FieldType: 'Decimal' });
    await insert('RoleAccess', { RoleId, EntityName, Create: 'Own', Read: 'Own', Update: 'Own', Delete: 'Own' });
  }
  const Steps = [{ Sequence: 1, Name: 'Look', Approvers: { Role: ROLE }, Rule: 'Any' }];
  await insert('ApprovalProcess', { Name: 'Bench', EntityName: 'Approved', StartMode: 'Manual', Steps });
}

/** Stores the same rows in both tables, straight, and the tasks. */
async function fill({ databaseUrl, facts: { schema, userId, teamId } }: Bed): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const stranger = (n: string): string => `('00000000-0000-4000-8000-' || lpad((${n})::text, 12, '0'))::uuid`;
    for (const name of ENTITIES)
      await client.query(`
        INSERT INTO "${schema}"."${name}"
          ("Id", "OwnerId", "OwnerTeamId", "CreatedBy", "UpdatedBy", "UpdatedOn", "Name", "Amount")
        SELECT ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, owner, '${teamId}', owner, owner,
          now() - (n * 7919 % ${ROWS}) * interval '1 minute', 'Record ' || n, n
        FROM generate_series(1, ${ROWS}) n
        CROSS JOIN LATERAL (
          SELECT CASE WHEN n % ${OWNERS} = 0 THEN '${userId}'::uuid ELSE ${stranger(`n % ${OWNERS}`)} END AS owner
        ) o`);
    // One request for all: pages look at the tasks alone.
    await client.query(`
      INSERT INTO "${schema}"."ApprovalRequest" ("Id", "RecordId", "EntityName", "State", "OwnerId", "CreatedBy", "UpdatedBy")
      VALUES ('${REQUEST}', gen_random_uuid(), 'Approved', 'Pending', '${userId}', '${userId}', '${userId}')`);
    await client.query(`
      INSERT INTO "${schema}"."ApprovalTask"
        ("RequestId", "Step", "AssigneeId", "State", "EntityName", "RecordId", "OwnerId", "CreatedBy", "UpdatedBy")
      SELECT '${REQUEST}'::uuid, 1, assignee, 'Open', 'Approved', "RecordInformationId", assignee, assignee, assignee
      FROM (SELECT *, row_number() OVER (ORDER BY md5("Id"::text)) AS k FROM "${schema}"."Approved") a
      CROSS JOIN LATERAL (
        SELECT CASE WHEN k <= ${TASKS} THEN '${userId}'::uuid ELSE ${stranger(`k % ${OWNERS}`)} END AS assignee
      ) t
      WHERE k <= ${OPEN_TASKS}`);
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
}
