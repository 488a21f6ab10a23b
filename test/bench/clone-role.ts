import { randomUUID } from 'node:crypto';
import type { Bed } from './rig/bed.js';
import type { CallHeaders } from './rig/requests.js';
import { callHeaders } from './rig/service.js';

/** Limit of the duration of one clone of a role with this number of scopes. */
export const CLONE_MS = 1_000;
export const SCOPES = 500;

const ADMINISTRATOR = 'ada.admin';
const OPERATIONS = ['Create', 'Read', 'Update', 'Delete'];

type Send = (path: string, body: object) => Promise<void>;

const sender =
  (port: number, headers: CallHeaders): Send =>
  async (path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} failed: ${text}`);
  };

/** Adds entities to the environment, and one role for each scope, which grants it on each of these. */
async function prepare(send: Send, scopes: readonly string[]): Promise<readonly string[]> {
  const names = Array.from({ length: SCOPES }, (_, i) => `Wide${i}`);
  await send('/records/bulk-insert', {
    EntityName: 'Entity',
    Fields: ['EntityName'],
    Values: names.map((name) => [name]),
  });
  const ids = scopes.map(() => randomUUID());
  await send('/records/bulk-insert', { EntityName: 'Role', Fields: ['Id', 'Name'], Values: ids.map((id) => [id, id]) });
  const values = scopes.flatMap((scope, i) => {
    return scope === 'None' ? [] : names.map((name) => [ids[i], name, ...OPERATIONS.map(() => scope)]);
  });
  await send('/records/bulk-insert', {
    EntityName: 'RoleAccess',
    Fields: ['RoleId', 'EntityName', ...OPERATIONS],
    Values: values,
  });
  return ids;
}

/** Measures clones that create, change and remove all scopes of their target, in milliseconds. */
export async function cloneTimesMs({ service }: Bed, rounds: number): Promise<Readonly<Record<string, number[]>>> {
  const send = sender(service.port, await callHeaders(service, ADMINISTRATOR));
  const [own, all, none, target] = await prepare(send, ['Own', 'All', 'None', 'None']);
  const times: Record<string, number[]> = { create: [], change: [], remove: [] };
  for (let round = 0; round < rounds; round++) {
    for (const [kind, source] of Object.entries({ create: own, change: all, remove: none })) {
      const start = performance.now();
      await send('/access/clone-role', { SourceRoleId: source, TargetRoleId: target });
      times[kind].push(performance.now() - start);
    }
  }
  return times;
}
