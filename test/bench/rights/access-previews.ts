import type { Finding } from '../findings.js';
import { LargeTable } from '../many/large-table.js';
import { requestsOf } from '../hub/fan-out.js';
import type { Bed } from '../rig/bed.js';
import { stop } from '../rig/processes.js';
import { equal, RightsNode } from './rights-node.js';

const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000);
const USERS = 500;
const LIMIT_MS = 10_000;
/** Most that the p99 of others' requests grows meanwhile. */
const OTHERS = 3;
const ENTITY = 'Customer';
const ALONE_MS = 5_000;

interface Preview {
  readonly Result: { readonly Summary: readonly object[] };
}

/** The preview of a role's clause for its users over a large table, and what others notice of it. */
export async function accessPreviewFindings(bed: Bed): Promise<readonly Finding[]> {
  const table = await LargeTable.of(bed, ROWS);
  try {
    const node = await RightsNode.on(table.node);
    const RoleId = await node.role('Previewed', ENTITY);
    for (let n = 0; n < USERS; n++) await node.user(`previewed.${n}`, RoleId);
    const others = { method: 'GET' as const, path: '/api/v1/me', headers: await node.user('other', RoleId) };
    const load = (durationMs: number): Promise<number> =>
      requestsOf(bed.load, { port: table.node.port, connections: 1, pauseMs: 10, request: others, durationMs }).then(
        ({ p99Ms }) => p99Ms,
      );
    const alone = await load(ALONE_MS);
    const WhereClause = equal({ RoleId, EntityName: ENTITY });
    const findings: Finding[] = [];
    for (const [name, values] of Object.entries({
      'a clause': { ReadWhere: equal({ CreditLimit: '7.00' }) },
      'a scope': { Read: 'Team' },
    })) {
      const Fields = Object.entries(values).map(([FieldName, Value]) => ({ FieldName, Value }));
      const Changes = [{ Operation: 'Update', EntityName: 'RoleAccess', Fields, WhereClause }];
      const beside = load(ALONE_MS);
      const begun = performance.now();
      const { Result } = await node.send<Preview>('POST', 'access/preview', { Changes });
      const ms = performance.now() - begun;
      const ratio = (await beside) / alone;
      const text =
        `preview of ${name}, ${USERS} users, ${ROWS} rows: ${ms.toFixed(0)} of ${LIMIT_MS} ms, others' p99 ` +
        `${ratio.toFixed(2)} of ${OTHERS} ×; ${JSON.stringify(Result.Summary)}`;
      findings.push({ isReached: ms < LIMIT_MS && ratio < OTHERS, text });
    }
    return findings;
  } finally {
    await stop(table.node.process);
  }
}
