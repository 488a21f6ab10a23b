import { readFile } from 'node:fs/promises';
import { DEVELOPMENT, SOUTHBAY, TestApp } from '../../support/test-app.js';
import { covers, scopeOf, type Organisation, type Owned, type User } from './organisation.js';

type DemoUser = User & { readonly Tenant: string; readonly IsActive: boolean };
type Demo = Omit<Organisation, 'Users'> & {
  readonly Users: readonly DemoUser[];
  readonly Entities: readonly { readonly EntityName: string }[];
};

const demo = JSON.parse(await readFile(new URL('../../../demo/order-to-cash.json', import.meta.url), 'utf8')) as Demo;
const entities = demo.Entities.map(({ EntityName }) => EntityName);
const members = demo.Users.filter(({ IsActive }) => IsActive);

describe('scopes of the demo', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  const placeOf = ({ Tenant }: DemoUser) => (Tenant === 'Northgate' ? DEVELOPMENT : SOUTHBAY);

  /** Every row there is, past the service. */
  async function stored(user: DemoUser, entity: string): Promise<readonly (Owned & { readonly Id: string })[]> {
    const { TenantId, AppId, EnvironmentId } = placeOf(user);
    const [{ schema }] = await app.query<{ schema: string }>(
      `SELECT e.schema_name AS schema FROM platform.environment e JOIN platform.app a ON a.id = e.app_id
         JOIN platform.tenant t ON t.id = a.tenant_id WHERE (t.name, a.name, e.name) = ($1, $2, $3)`,
      [TenantId, AppId, EnvironmentId],
    );
    return app.query(`SELECT "Id", "OwnerId", "OwnerTeamId" FROM "${schema}"."${entity}" ORDER BY "Id"`);
  }

  // Requirement: R132, T25
  it.each(members.map((user) => [user.UserName, user] as const))(
    '%s sees exactly the rows that the scopes allow',
    async (name, user) => {
      for (const entity of entities) {
        const { status, body } = await app.as(name, placeOf(user)).select(entity, { SelectedFields: ['Id'] });
        const scope = scopeOf(demo, user, entity, 'Read');
        const rows = (await stored(user, entity)).filter((row) => covers(demo, user, scope, row));
        const expected = scope === 'None' ? [entity, 403, undefined] : [entity, 200, rows.map(({ Id }) => Id)];
        expect([entity, status, body.Result?.map(({ Id }: { Id: string }) => Id)]).toEqual(expected);
      }
    },
  );
});
