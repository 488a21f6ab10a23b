import type { Finding } from '../findings.js';
import { NOTIFICATIONS, requestsOf } from '../hub/fan-out.js';
import type { ClientGroup, Heard } from '../hub/hearing.js';
import { HubClients } from '../hub/hub-clients.js';
import type { Bed } from '../rig/bed.js';
import { medianPair, pairsInTurns } from '../rig/pairs.js';
import { type CallHeaders, insertRequest } from '../rig/requests.js';
import { callHeaders } from '../rig/service.js';
import { RightsNode } from './rights-node.js';

/** Least rate of messages to clients of many profiles, times that to clients of one. */
const SHARE = 0.5;

const CLIENTS = 1_000;
const USERS = 50;
const ENTITY = 'Customer';
/** Each user of the many sees another combination of them. */
const PROTECTED = ['Email', 'Phone', 'TaxId', 'CreditLimit', 'OnboardedOn', 'Segment'];
const CALLERS = 16;
const [DURATION_MS, ROUNDS] = [4_000, 5];

/** Messages to 1,000 clients whose users see different fields, beside those to as many whose users see the same. */
export const fieldProfileFindings = (bed: Bed): Promise<readonly Finding[]> =>
  RightsNode.use(bed, 'field_profiles', async (node) => {
    const EntityId = { 'EntityId.EntityName': ENTITY };
    for (const FieldName of ['AvailableCredit', ...PROTECTED])
      await node.update('Field', { ...EntityId, FieldName }, { Protection: 'Hidden' });
    const [many, one] = [await groupsOf(node, 'many', manyProfiles), await groupsOf(node, 'one', () => [])];
    const clients = new HubClients();
    const insert = insertRequest(await callHeaders(node.server, 'ada.admin'), {
      Match: { FieldName: 'Code', Value: 'NO' },
    });
    const hear = async (groups: readonly ClientGroup[]): Promise<Heard> => {
      await clients.connect(node.server.port, NOTIFICATIONS, groups);
      await clients.begin();
      const { port } = node.server;
      const load = { port, connections: CALLERS, pauseMs: 40, request: insert, durationMs: DURATION_MS };
      const { requests } = await requestsOf(bed.load, load);
      const heard = await clients.heard(requests * CLIENTS);
      await clients.leave();
      return heard;
    };
    try {
      await hear(one);
      const pairs = await pairsInTurns(ROUNDS, { many: () => hear(many), one: () => hear(one) });
      const rate = ({ messages, durationMs }: Heard): number => (messages * 1_000) / durationMs;
      const { ratio, pair } = medianPair(pairs, (each) => rate(each.many) / rate(each.one));
      const [of, alike] = [pair.many, pair.one].map(
        (heard) => `${rate(heard).toFixed(0)}/s, p99 ${heard.p99Ms.toFixed(0)} ms`,
      );
      const text = `${USERS} profiles of ${CLIENTS} clients: ${ratio.toFixed(2)} of ${SHARE}  many ${of} | one ${alike}`;
      return [{ isReached: ratio >= SHARE, text }];
    } finally {
      await clients.stop();
    }
  });

/** Protected fields that a user sees, by the bits of the user's number. */
const manyProfiles = (user: number): readonly string[] => PROTECTED.filter((_, bit) => (user >> bit) % 2 === 1);

async function groupsOf(
  node: RightsNode,
  name: string,
  fieldsOf: (user: number) => readonly string[],
): Promise<readonly ClientGroup[]> {
  const groups: ClientGroup[] = [];
  for (let user = 0; user < USERS; user++) {
    const RoleId = await node.role(`${name} ${user}`, ENTITY);
    for (const FieldName of fieldsOf(user))
      await node.insert('FieldAccess', { RoleId, EntityName: ENTITY, FieldName, Read: 'Full' });
    const headers: CallHeaders = await node.user(`${name}.${user}`, RoleId);
    groups.push({ count: CLIENTS / USERS, headers, entity: ENTITY });
  }
  return groups;
}
