import type { Bed } from '../rig/bed.js';
import { familyCpuMs, forkProgram, reply, stop } from '../rig/processes.js';
import { medianPair, pairsInTurns } from '../rig/pairs.js';
import { measured, type Measured } from '../rig/rounds.js';
import { NUMBER, type RequestTemplate } from '../load/load.js';
import { addLifecycles, type Lifecycles, OFFERED, PARCELS } from './lifecycles.js';
import type { MoveFacts } from './run-moves.js';

/** A measured promise about moves, in one line. */
interface MoveFinding {
  readonly isReached: boolean;
  readonly text: string;
}

const CONNECTIONS = 16;
const ROUNDS = 5;
const WARM_UP_MS = 4_000;
const ROUND_MS = 3_000;
const BULK = 1_000;
/** Least share of bare moves, of bulk to single moves, of inserts without a lifecycle. */
const [BARE_SHARE, BULK_TIMES, INSERT_SHARE] = [0.5, 5, 0.75];
const AVAILABLE_MICROS = 5_000;

const RECORD = `00000000-0000-7000-9000-${NUMBER}`;

const moveRequest = ({ headers, statusId }: Lifecycles): RequestTemplate => ({
  method: 'PUT',
  path: `/api/v1/status/update?recordId=${RECORD}&nextStatusId=${statusId}`,
  headers: { ...headers, 'Content-Length': '0' },
  numbersBelow: PARCELS,
});

const bulkRequest = ({ headers, statusId }: Lifecycles): RequestTemplate => ({
  method: 'POST',
  path: '/api/v1/status/bulk-update',
  headers,
  body: JSON.stringify({ RecordIds: Array.from({ length: BULK }, () => RECORD), NextStatusId: statusId }),
  numbersBelow: PARCELS,
  records: BULK,
});

const insertRequest = ({ headers }: Lifecycles, EntityName: string): RequestTemplate => ({
  method: 'POST',
  path: '/api/v1/records/insert',
  headers,
  body: JSON.stringify({
    EntityName,
    Fields: [
      { FieldName: 'Label', Value: `L${NUMBER}` },
      { FieldName: 'Weight', Value: 3 },
    ],
  }),
});

const side = ({ perSecond, serverMicros, postgresMicros }: Measured): string =>
  `${perSecond.toFixed(0)}/s, ${serverMicros.toFixed(0)} + ${postgresMicros.toFixed(0)} µs`;

/** Moves and inserts with a lifecycle beside what they are compared with. */
export async function moveFindings(bed: Bed): Promise<readonly MoveFinding[]> {
  const lifecycles = await addLifecycles(bed);
  const load = (request: RequestTemplate, connections: number, durationMs = ROUND_MS): Promise<Measured> =>
    measured(bed, bed.service, { port: bed.service.port, connections, request, durationMs });
  const [single, bulk] = [moveRequest(lifecycles), bulkRequest(lifecycles)];
  for (const request of [single, bulk]) await load(request, request === bulk ? 1 : CONNECTIONS, WARM_UP_MS);
  const singles = (): Promise<Measured> => load(single, CONNECTIONS);
  return [
    await bareFinding(bed, lifecycles, singles),
    await bulkFinding(singles, () => load(bulk, 1)),
    await availableFinding(lifecycles, (request) => load(request, 4)),
    await insertFinding((entity) => load(insertRequest(lifecycles, entity), CONNECTIONS)),
  ];
}

async function bareFinding(bed: Bed, of: Lifecycles, singles: () => Promise<Measured>): Promise<MoveFinding> {
  const program = forkProgram('../moves/run-moves.ts');
  const bare = async (durationMs = ROUND_MS): Promise<{ readonly perSecond: number; readonly micros: number }> => {
    const before = familyCpuMs(bed.postgres);
    program.send(durationMs);
    const perSecond = await reply<number>(program);
    return { perSecond, micros: ((familyCpuMs(bed.postgres) - before) * 1_000_000) / (perSecond * durationMs) };
  };
  try {
    const { databaseUrl, schema, environmentId } = bed.facts;
    const { statusId, transitionId, userId } = of;
    const ids = { databaseUrl, schema, environmentId, userId, statusId, transitionId };
    program.send({ ...ids, connections: CONNECTIONS, records: PARCELS } satisfies MoveFacts);
    await reply(program);
    await bare(WARM_UP_MS);
    const pairs = await pairsInTurns(ROUNDS, { service: singles, other: () => bare() });
    const { ratio, pair } = medianPair(pairs, ({ service, other }) => service.perSecond / other.perSecond);
    const { perSecond, micros } = pair.other;
    const text = `${ratio.toFixed(2)} of ${BARE_SHARE}  service ${side(pair.service)} | bare ${perSecond.toFixed(0)}/s, ${micros.toFixed(0)} µs`;
    return { isReached: ratio >= BARE_SHARE, text };
  } finally {
    await stop(program);
  }
}

async function bulkFinding(singles: () => Promise<Measured>, bulks: () => Promise<Measured>): Promise<MoveFinding> {
  const pairs = await pairsInTurns(ROUNDS, { bulk: bulks, single: singles });
  const { ratio, pair } = medianPair(pairs, ({ bulk, single }) => bulk.perSecond / single.perSecond);
  const text = `${ratio.toFixed(1)} of ${BULK_TIMES}  bulk ${side(pair.bulk)} | single ${side(pair.single)}`;
  return { isReached: ratio >= BULK_TIMES, text };
}

async function availableFinding(
  { headers, crossroads }: Lifecycles,
  load: (request: RequestTemplate) => Promise<Measured>,
): Promise<MoveFinding> {
  const path = `/api/v1/status/available?recordId=${crossroads}`;
  await load({ method: 'GET', path, headers });
  const result = await load({ method: 'GET', path, headers });
  const micros = result.serverMicros + result.postgresMicros;
  return {
    isReached: micros < AVAILABLE_MICROS,
    text: `${OFFERED} moves offered: ${side(result)} of ${AVAILABLE_MICROS} µs`,
  };
}

async function insertFinding(load: (entity: string) => Promise<Measured>): Promise<MoveFinding> {
  for (const entity of ['Parcel', 'Packet']) await load(entity);
  const pairs = await pairsInTurns(ROUNDS, { tracked: () => load('Parcel'), plain: () => load('Packet') });
  const { ratio, pair } = medianPair(pairs, ({ tracked, plain }) => tracked.perSecond / plain.perSecond);
  const text = `inserts ${ratio.toFixed(2)} of ${INSERT_SHARE}  lifecycle ${side(pair.tracked)} | none ${side(pair.plain)}`;
  return { isReached: ratio >= INSERT_SHARE, text };
}
