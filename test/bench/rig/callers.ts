import type { Bed } from './bed.js';
import type { CallHeaders } from './requests.js';
import { callHeaders } from './service.js';

const CALLERS = 64;
const known = new WeakMap<Bed, Promise<readonly CallHeaders[]>>();

/** Headers of the calls of 64 sales representatives, who are made when they are first asked for. */
export function salesRepresentatives(bed: Bed): Promise<readonly CallHeaders[]> {
  let callers = known.get(bed);
  if (callers === undefined) known.set(bed, (callers = makeCallers(bed)));
  return callers;
}

async function makeCallers(bed: Bed): Promise<readonly CallHeaders[]> {
  const administrator = await callHeaders(bed.service, 'ada.admin');
  const names = Array.from({ length: CALLERS }, (_, i) => `caller.${i}`);
  const callers: CallHeaders[] = [];
  for (const name of names) {
    await insertUser(bed, administrator, name);
    callers.push(await callHeaders(bed.service, name));
  }
  return callers;
}

async function insertUser({ service, facts }: Bed, headers: CallHeaders, UserName: string): Promise<void> {
  const fields = {
    UserName,
    DisplayName: UserName,
    PrimaryTeamId: facts.teamId,
    UserRole: [{ RoleId: { Match: { FieldName: 'Name', Value: 'SalesRep' } } }],
    TeamMember: [{ TeamId: facts.teamId }],
  };
  const Fields = Object.entries(fields).map(([FieldName, Value]) => ({ FieldName, Value }));
  const response = await fetch(`http://127.0.0.1:${service.port}/api/v1/records/insert`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ EntityName: 'User', Fields }),
  });
  if (!response.ok) throw new Error(`A user was refused: ${await response.text()}`);
}
