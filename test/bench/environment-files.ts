import type { Finding } from './findings.js';
import type { Bed } from './rig/bed.js';
import { callHeaders } from './rig/service.js';

/** Size of the environment, and limits of the durations in milliseconds. */
const [ENTITIES, FIELDS] = [500, 20];
const [PLAN_MS, APPLY_MS] = [2_000, 3_000];

const document = {
  Entities: Array.from({ length: ENTITIES }, (_, i) => ({
    EntityName: `Wide${i}`,
    Fields: Array.from({ length: FIELDS }, (__, j) => ({
      FieldName: `Field${j}`,
      FieldType: 'Text',
      MaxLength: 100 + j,
    })),
  })),
};

/** Measures plans and applies of an environment of 500 entities, after one apply that makes them. */
export async function environmentFileFindings({ service }: Bed, rounds: number): Promise<readonly Finding[]> {
  const headers = { ...(await callHeaders(service, 'ada.admin')), 'Content-Type': 'application/json' };
  const timed = async (method: string, action: string, body?: object): Promise<{ ms: number; text: string }> => {
    const start = performance.now();
    const response = await fetch(`http://127.0.0.1:${service.port}/api/v1/environment/${action}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${action} failed: ${text.slice(0, 2_000)}`);
    return { ms: performance.now() - start, text };
  };
  const made = await timed('POST', 'apply', document);
  const exported = JSON.parse((await timed('GET', 'export')).text) as { Result: object };
  const [plans, applies]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    plans.push((await timed('POST', 'plan', exported.Result)).ms);
    applies.push((await timed('POST', 'apply', exported.Result)).ms);
  }
  const finding = (name: string, times: readonly number[], limitMs: number): Finding => {
    const slowest = Math.max(...times);
    return { isReached: slowest < limitMs, text: `${name}: at most ${slowest.toFixed(0)} of ${limitMs} ms` };
  };
  return [
    finding(`plan of ${ENTITIES} entities of ${FIELDS} fields`, plans, PLAN_MS),
    finding('apply without changes', applies, APPLY_MS),
    { isReached: true, text: `the apply that made them: ${made.ms.toFixed(0)} ms` },
  ];
}
