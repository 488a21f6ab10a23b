import type { Finding } from './findings.js';
import type { Bed } from './rig/bed.js';
import { pairsInTurns } from './rig/pairs.js';
import type { CallHeaders } from './rig/requests.js';
import { measured, median, type Measured } from './rig/rounds.js';
import { CALLER, callHeaders } from './rig/service.js';

/** Most server CPU of a call by key, times that of one with a token. */
const COST = 1.1;

const CONNECTIONS = 16;
const WARM_UP_MS = 3_000;
const ROUND_MS = 2_500;
const ROUNDS = 7;
const DAY_MS = 86_400_000;

/** The smallest call that is admitted, by key and with a token of the same user, in turns. */
export async function keyCallFindings(bed: Bed): Promise<readonly Finding[]> {
  const key = { Authorization: `Bearer ${await newSecret(bed)}` };
  const ofCaller = (headers: CallHeaders, durationMs = ROUND_MS): Promise<Measured> =>
    measured(bed, bed.service, {
      port: bed.service.port,
      connections: CONNECTIONS,
      request: { method: 'GET', path: '/api/v1/me', headers },
      durationMs,
    });
  for (const headers of [key, bed.headers]) await ofCaller(headers, WARM_UP_MS);
  const pairs = await pairsInTurns(ROUNDS, { key: () => ofCaller(key), token: () => ofCaller(bed.headers) });
  const costs = pairs.map((pair) => pair.key.serverMicros / pair.token.serverMicros);
  const [low, high] = [Math.min(...costs), Math.max(...costs)].map((cost) => cost.toFixed(2));
  const [one, other] = (['key', 'token'] as const).map((side) => {
    const [perSecond, micros] = (['perSecond', 'serverMicros'] as const).map((member) =>
      median(pairs.map((pair) => pair[side][member])).toFixed(0),
    );
    return `${side} ${perSecond}/s, ${micros} µs`;
  });
  const text = `by key: ${median(costs).toFixed(2)} of ${COST} (${low}–${high})  ${one} | ${other}`;
  return [{ isReached: median(costs) <= COST, text }];
}

/** Makes a key of the caller. @returns its secret */
async function newSecret({ service }: Bed): Promise<string> {
  const administrator = await callHeaders(service, 'ada.admin');
  const fields = {
    UserId: { Match: { FieldName: 'UserName', Value: CALLER } },
    Name: 'bench',
    ExpiresOn: new Date(Date.now() + DAY_MS).toISOString(),
  };
  const Fields = Object.entries(fields).map(([FieldName, Value]) => ({ FieldName, Value }));
  const response = await fetch(`http://127.0.0.1:${service.port}/api/v1/records/insert`, {
    method: 'POST',
    headers: { ...administrator, 'Content-Type': 'application/json' },
    body: JSON.stringify({ EntityName: 'ApiKey', Fields }),
  });
  if (!response.ok) throw new Error(`A key was refused: ${await response.text()}`);
  return ((await response.json()) as { readonly Result: { readonly Secret: string } }).Result.Secret;
}
