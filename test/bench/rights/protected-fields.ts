import type { Finding } from '../findings.js';
import type { Bed } from '../rig/bed.js';
import { pairsInTurns } from '../rig/pairs.js';
import type { RequestTemplate } from '../load/load.js';
import type { CallHeaders } from '../rig/requests.js';
import { measured, median, type Measured } from '../rig/rounds.js';

import { RightsNode } from './rights-node.js';

/** Most that a page with protected fields costs, times that of an entity without. */
const COST = 1.1;

const FIELDS = 20;
/** Protections of the first fields. */
const PROTECTIONS = ['Hidden', 'Hidden', 'Hidden', 'Masked', 'Masked'] as const;
const ROWS = 2_000;
const CONNECTIONS = 8;
const [WARM_UP_MS, ROUND_MS, ROUNDS] = [3_000, 2_000, 9];

const names = Array.from({ length: FIELDS }, (_, n) => `Value${n}`);

/** Pages of 50 records with 20 fields of which 5 are protected, beside those of an entity without protection. */
export const protectedFieldFindings = (bed: Bed): Promise<readonly Finding[]> =>
  RightsNode.use(bed, 'protected_fields', async (node) => {
    for (const entity of ['Open', 'Closed']) await define(node, entity, entity === 'Closed');
    const RoleId = await node.role('Reader', 'Open');
    await node.insert('RoleAccess', { RoleId, EntityName: 'Closed', Read: 'All' });
    const headers = await node.user('reader', RoleId);
    const page = (entity: string, durationMs = ROUND_MS): Promise<Measured> =>
      pages(bed, node, entity, headers, durationMs);
    for (const entity of ['Open', 'Closed']) await page(entity, WARM_UP_MS);
    const pairs = await pairsInTurns(ROUNDS, { closed: () => page('Closed'), open: () => page('Open') });
    const costs = pairs.map(({ closed, open }) => open.perSecond / closed.perSecond);
    const [one, other] = (['closed', 'open'] as const).map(
      (side) => `${side} ${median(pairs.map((pair) => pair[side].perSecond)).toFixed(0)}/s`,
    );
    const [low, high] = [Math.min(...costs), Math.max(...costs)].map((cost) => cost.toFixed(2));
    const of = `${PROTECTIONS.length} of ${FIELDS} fields protected`;
    const text = `a page with ${of} costs ${median(costs).toFixed(2)} of ${COST} (${low}–${high})  ${one} | ${other}`;
    return [{ isReached: median(costs) <= COST, text }];
  });

async function define(node: RightsNode, EntityName: string, isProtected: boolean): Promise<void> {
  const Fields = [
    { FieldName: 'Name', FieldType: 'Text' },
    ...names.map((FieldName, n) => {
      const Protection = isProtected ? PROTECTIONS[n] : undefined;
      const masked = Protection === 'Masked' && { Mask: 'Last4' };
      return { FieldName, FieldType: 'Text', ...(Protection && { Protection }), ...masked };
    }),
  ];
  await node.insert('Entity', { EntityName, DisplayField: 'Name', Fields });
  const Values = Array.from({ length: ROWS }, (_, n) => [
    `Record ${n}`,
    ...names.map((name) => `${name} of record ${n}`),
  ]);
  for (let from = 0; from < ROWS; from += 1_000)
    await node.send('POST', 'records/bulk-insert', {
      EntityName,
      Fields: ['Name', ...names],
      Values: Values.slice(from, from + 1_000),
    });
}

function pages(
  bed: Bed,
  { server }: RightsNode,
  EntityName: string,
  headers: CallHeaders,
  durationMs: number,
): Promise<Measured> {
  const body = JSON.stringify({ EntityName, Sort: [{ FieldName: 'Name' }], Pager: { PageSize: 50, Count: 'None' } });
  const request: RequestTemplate = { method: 'POST', path: '/api/v1/queries/select', headers, body };
  return measured(bed, server, { port: server.port, connections: CONNECTIONS, request, durationMs });
}
