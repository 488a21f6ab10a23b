import { CUSTOMER, ROLE, USER } from '../../../support/demo.js';
import { keyOf, told } from '../../../support/keys.js';
import { byId, type Caller, TestApp } from '../../../support/test-app.js';

// See docs/interface/access.md#explain-access
describe('explaining what a key may do', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  const ask = (by: Caller, query: Readonly<Record<string, string>>) =>
    by.get(`/access/explain?${new URLSearchParams(query).toString()}`);
  const explained = async (by: Caller, query: Readonly<Record<string, string>>): Promise<unknown> => {
    const { status, body, text } = await ask(by, query);
    expect({ status, text }).toEqual({ status: 200, text });
    const { Allowed, Scope, Reasons } = body.Result;
    return [Allowed, Scope, ...Reasons.map(({ Kind, Text }: { Kind: string; Text: string }) => `${Kind}: ${Text}`)];
  };
  const ada = (): Caller => app.as('ada.admin');

  it('names the limit of the key beside what the user may', async () => {
    const { caller } = await keyOf(app, USER.nina, { Entities: ['Customer', 'Order'], Operations: ['Read', 'Create'] });
    const role = (operation: string, entity = 'Customer') =>
      `Role: The role gives scope Own to ${operation} ${entity}.`;
    const of = (entityName: string, operation: string) => explained(caller, { entityName, operation });
    expect(await of('Customer', 'Read')).toEqual([true, 'Own', role('read')]);
    expect(await of('Customer', 'Update')).toEqual([
      false,
      'None',
      'Key: Its Operations leave out Update.',
      role('update'),
    ]);
    expect(await of('Invoice', 'Create')).toEqual([
      false,
      'None',
      'Key: Its Entities leave out Invoice.',
      'Scope: No role gives a scope to create Invoice.',
    ]);
    expect(await of('Customer', 'Delete')).toEqual([
      false,
      'None',
      'Key: Its Operations leave out Delete.',
      'Scope: No role gives a scope to delete Customer.',
    ]);
    expect(await of('Customer', 'Execute')).toEqual([
      false,
      'None',
      'Key: Its Operations and Entities leave out workflows of Customer.',
      'Rule: Customer has no Manual workflow that the user may execute.',
    ]);
    const { RecordInformationId: recordId } = await ada().row('Customer', CUSTOMER.bistro);
    expect(await explained(caller, { entityName: 'Customer', operation: 'Update', recordId })).toEqual([
      false,
      'None',
      'Key: Its Operations leave out Update.',
      role('update'),
      'Owner: The user owns the record.',
    ]);
  });

  it('tells what administration and RoleIds leave', async () => {
    const { caller } = await keyOf(app, USER.ada);
    expect(await explained(caller, { entityName: 'UserRole', operation: 'Create' })).toEqual([
      false,
      'None',
      'Key: Only a key of an Administrator with AllowAdministration writes UserRole.',
      'Role: The role gives scope All to create UserRole.',
    ]);
    expect(await explained(caller, { entityName: 'Customer', operation: 'Delete' })).toEqual([
      true,
      'All',
      'Role: The role gives scope All to delete Customer.',
    ]);
    const roles = await keyOf(app, USER.nina, { RoleIds: [ROLE.warehouse] });
    expect(await explained(roles.caller, { entityName: 'Customer', operation: 'Read' })).toEqual([
      false,
      'None',
      'Key: Its RoleIds leave the user no role.',
      'Scope: No role gives a scope to read Customer.',
    ]);
  });

  it('is asked by Administrators about any key, by users about their own, and by no other key', async () => {
    const { id: keyId, caller } = await keyOf(app, USER.nina, { Operations: ['Read'] });
    const query = { entityName: 'Customer', operation: 'Update', keyId };
    const answer = [false, 'None', 'Key: Its Operations leave out Update.', expect.stringContaining('Role: ')];
    expect(await explained(ada(), query)).toEqual(answer);
    expect(await explained(ada(), { ...query, userId: USER.nina })).toEqual(answer);
    expect(await explained(app.as('nina.north'), query)).toEqual(answer);
    expect(await explained(caller, query)).toEqual(answer);
    const other = await keyOf(app, USER.nina, { Entities: ['Customer'] });
    for (const by of [app.as('nils.north'), other.caller]) expect(told(await ask(by, query))).toBe('404 NotFound');
    expect(told(await ask(ada(), { ...query, userId: USER.nils }))).toBe('404 NotFound');
    expect(told(await ask(ada(), { ...query, keyId: USER.nils }))).toBe('404 NotFound');
    await ada().update('ApiKey', { RevokedOn: new Date().toISOString() }, byId(keyId));
    expect(await explained(ada(), query)).toEqual([
      false,
      'None',
      'Key: The key is revoked or has expired.',
      answer[3],
    ]);
  });
});
