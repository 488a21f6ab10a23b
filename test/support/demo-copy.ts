import { readFile } from 'node:fs/promises';
import { loadEnvironment } from './load-environment.js';
import type { Place, TestApp } from './test-app.js';

const TENANT = 'c0000000-0000-4000-8000-000000000001';
const APP = 'c0000000-0000-4000-8000-000000000002';
const ENVIRONMENT = 'c0000000-0000-4000-8000-000000000003';

export const COPY: Place = { TenantId: 'Copy', AppId: 'OrderToCash', EnvironmentId: 'Development' };

/** A second copy of the demo company with additional definitions; people, data and ids are the same. */
export async function loadDemoCopy(
  app: TestApp,
  more: Readonly<Record<string, readonly object[]>>,
  Settings: object = {},
): Promise<void> {
  const demo = JSON.parse(await readFile('demo/order-to-cash.json', 'utf8')) as Record<
    string,
    Record<string, unknown>[]
  >;
  const environment = { Id: ENVIRONMENT, Name: COPY.EnvironmentId, Data: 'SampleData', Users: '*', Settings };
  const added = Object.entries(more).map(([member, definitions]) => [member, [...demo[member], ...definitions]]);
  await loadEnvironment(app, {
    ...demo,
    ...Object.fromEntries(added),
    Users: demo.Users.filter(({ Tenant }) => Tenant === 'Northgate').map((user) => ({
      ...user,
      Tenant: COPY.TenantId,
    })),
    Tenants: [{ Id: TENANT, Name: COPY.TenantId, Apps: [{ Id: APP, Name: COPY.AppId, Environments: [environment] }] }],
  });
}
