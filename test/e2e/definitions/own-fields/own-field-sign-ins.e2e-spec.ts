import { byId, match, TestApp } from '../../../support/test-app.js';
import { ROLE, USER } from '../../../support/demo.js';
import { IdentityProvider, keycloakToken } from '../../../support/identity-provider.js';
import { mapped, setProvision, signIn } from '../../../support/provisioned-app.js';

describe('sign-ins where users have own fields', () => {
  const provider = new IdentityProvider('https://id.example/realms/own');
  let app: TestApp;
  beforeAll(async () => {
    await provider.start();
    app = await TestApp.start({
      JWT_SECRET: 'a-secret-for-the-tokens-of-tests-0123456789',
      DEV_TOKENS: 'true',
      JWT_ISSUERS: JSON.stringify([provider.setting()]),
    });
    await setProvision(app, 'create');
  }, 120_000);
  afterAll(async () => {
    await app.stop();
    provider.stop();
  });

  it('creates and knows people, whatever the fields are', async () => {
    const admin = app.as('ada.admin');
    await mapped(admin, 'sellers', { Claim: 'realm_access.roles', Value: 'sales', RoleId: ROLE.salesRep });
    const fields = [
      { FieldName: 'Badge', FieldType: 'Text', Unique: true },
      { FieldName: 'Floor', FieldType: 'Int', Default: 3, Min: '1', Max: '9' },
      { FieldName: 'Shift', FieldType: 'Enum', Values: ['Day', 'Night'], Default: 'Day', Immutable: true },
      { FieldName: 'RegionId', FieldType: 'Lookup', TargetId: match('EntityName', 'Region') },
    ];
    for (const field of fields) await admin.inserted('Field', { EntityId: match('EntityName', 'User'), ...field });
    await admin.update('User', { Badge: 'B-1' }, byId(USER.ada));
    for (const subject of ['own-1', 'own-2', 'own-1']) {
      const { status, body } = await signIn(app, provider, keycloakToken(subject, ['sales']));
      expect([status, body.IsSuccess]).toEqual([200, true]);
    }
  });
});
