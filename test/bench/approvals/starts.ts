import pg from 'pg';
import { NUMBER, type RequestTemplate } from '../load/load.js';
import type { Bed } from '../rig/bed.js';
import { pairsInTurns } from '../rig/pairs.js';
import type { CallHeaders } from '../rig/requests.js';
import { measured, type Measured } from '../rig/rounds.js';
import { callHeaders } from '../rig/service.js';

/** Most that an insert which starts an approval costs, in inserts that start none; single and bulk ones. */
export const START_COST = 3;
export const BULK_START_COST = 4;

const ADMINISTRATOR = 'ada.admin';
const ENTITY = 'Purchase';
/** Totals below and above the limit from which purchases are approved. */
const PLAIN = '100.00';
const WATCHED = '54000.00';
const BULK_ROWS = 1_000;
const FILL_MS = 5_000;
const WARM_UP_MS = 4_000;
const ROUND_MS = 3_000;
const ROUNDS = 5;

/** Inserts that start a request each, and inserts of records below the limit. */
export interface StartPair {
  readonly starting: Measured;
  readonly plain: Measured;
}

/** Pairs of single inserts, and of rows of bulk inserts. */
export async function startPairs(bed: Bed): Promise<Readonly<Record<'single' | 'bulk', readonly StartPair[]>>> {
  const headers = await callHeaders(bed.service, ADMINISTRATOR);
  await prepare(bed.service.port, headers);
  await fill(bed, headers);
  const single = await pairsOf(bed, 16, (total) => insertOf(total, headers));
  const bulk = await pairsOf(bed, 2, (total) => bulkOf(total, headers));
  return { single, bulk };
}

/** Creates an entity whose large records are approved. */
async function prepare(port: number, headers: CallHeaders): Promise<void> {
  const send = async (EntityName: string, fields: object): Promise<void> => {
    const Fields = Object.entries(fields).map(([FieldName, Value]) => ({ FieldName, Value: Value as unknown }));
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/records/insert`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ EntityName, Fields }),
    });
    if (!response.ok) throw new Error(`${EntityName} failed: ${await response.text()}`);
  };
  const fields = [
    { FieldName: 'Name', FieldType: 'Text' },
    { FieldName: 'Total', FieldType: 'Decimal' },
  ];
  await send('Entity', { EntityName: ENTITY, Field: fields });
  const StartCriteria = { Filters: [{ FieldName: 'Total', Operator: 9, Value: '10000', Sequence: 1 }] };
  const Steps = [{ Sequence: 1, Name: 'Check', Approvers: { Users: ['frank.finance'] }, Rule: 'Any' }];
  await send('ApprovalProcess', { Name: 'Purchases', EntityName: ENTITY, StartCriteria, Steps });
}

/**
 * Gives the tables some rows and statistics: the plans of prepared statements for empty tables
 * serve no others.
 */
async function fill(bed: Bed, headers: CallHeaders): Promise<void> {
  for (const total of [PLAIN, WATCHED])
    await measured(bed, bed.service, {
      port: bed.service.port,
      connections: 1,
      request: bulkOf(total, headers),
      durationMs: FILL_MS,
    });
  const client = new pg.Client({ connectionString: bed.databaseUrl });
  await client.connect();
  await client.query('ANALYZE');
  await client.end();
}

const valuesOf = (Total: string) => ({ Name: `Purchase ${NUMBER}`, Total });

const insertOf = (total: string, headers: CallHeaders): RequestTemplate => ({
  method: 'POST',
  path: '/api/v1/records/insert',
  headers,
  body: JSON.stringify({
    EntityName: ENTITY,
    Fields: Object.entries(valuesOf(total)).map(([FieldName, Value]) => ({ FieldName, Value })),
  }),
});

const bulkOf = (total: string, headers: CallHeaders): RequestTemplate => ({
  method: 'POST',
  path: '/api/v1/records/bulk-insert',
  headers,
  body: JSON.stringify({
    EntityName: ENTITY,
    Fields: Object.keys(valuesOf(total)),
    Values: Array.from({ length: BULK_ROWS }, () => Object.values(valuesOf(total))),
  }),
  records: BULK_ROWS,
});

/** Pairs after a warm-up. */
async function pairsOf(
  bed: Bed,
  connections: number,
  requestFor: (total: string) => RequestTemplate,
): Promise<readonly StartPair[]> {
  const { port } = bed.service;
  const inserts = (total: string, durationMs: number): Promise<Measured> =>
    measured(bed, bed.service, { port, connections, request: requestFor(total), durationMs });
  for (const total of [PLAIN, WATCHED]) await inserts(total, WARM_UP_MS);
  return pairsInTurns(ROUNDS, {
    starting: () => inserts(WATCHED, ROUND_MS),
    plain: () => inserts(PLAIN, ROUND_MS),
  });
}
