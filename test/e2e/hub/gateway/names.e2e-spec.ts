import { COPY, loadDemoCopy } from '../../../support/demo-copy.js';
import { customer } from '../../../support/demo.js';
import { HubListener } from '../../../support/hub-client.js';
import { TestApp } from '../../../support/test-app.js';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start();
  await loadDemoCopy(
    app,
    {},
    {
      'hub.names': {
        RegisterEntity: { Name: 'watch', Arguments: 'Object' },
        EntityChanged: { Name: 'recordChanged', Arguments: 'List' },
      },
    },
  );
});
afterAll(() => app.stop());

// Requirement: T55
it('an environment may rename methods and messages, and pass arguments as one object or a list', async () => {
  const nina = await HubListener.connect(app, 'nina.north', { place: COPY, message: 'RecordChanged' });
  await expect(nina.connection.invoke('RegisterEntity', 'Customer')).rejects.toThrow(/Method does not exist/);
  await expect(nina.connection.invoke('Watch', { Entity: 'Customer' })).rejects.toThrow(
    /Validation: watch needs the name of an entity/,
  );
  const answer = await nina.connection.invoke('Watch', { EntityName: 'Customer' });
  expect(answer).toEqual({ EntityName: 'Customer', Scope: 'Own' });
  const heard = new Promise<unknown[]>((resolve) =>
    nina.connection.on('recordChanged', (...args: unknown[]) => resolve(args)),
  );
  const { body } = await app.as('nina.north', COPY).insert('Customer', customer());
  const { Id, RecordInformationId } = body.Result;
  expect((await heard).slice(0, 4)).toEqual(['Customer', 'Create', Id, RecordInformationId]);
  await nina.connection.invoke('UnregisterEntity', 'Customer');
  await nina.stop();
});

// See docs/interface/hub.md#names-of-hub-methods-and-messages
it('takes the members of a filter beside the name of the entity, and gives a list all values', async () => {
  const nina = await HubListener.connect(app, 'nina.north', { place: COPY });
  const filter = {
    whereClause: { filters: [{ fieldName: 'Name', operator: 'StartsWith', value: 'Listed' }] },
    selectedFields: ['Name'],
  };
  const { SubscriptionId } = await nina.connection.invoke('watch', { entityName: 'Customer', ...filter });
  await expect(nina.connection.invoke('watch', { EntityName: 'Customer', Wherclause: {} })).rejects.toThrow(
    /UnknownMember: .*did you mean 'WhereClause'/,
  );
  const heard = new Promise<unknown[]>((resolve) =>
    nina.connection.on('recordChanged', (...args: unknown[]) => resolve(args)),
  );
  await app.as('nina.north', COPY).insert('Customer', customer({ Name: 'Other' }));
  await app.as('nina.north', COPY).insert('Customer', customer({ Name: 'Listed' }));
  expect((await heard).slice(9)).toEqual([null, [SubscriptionId], 'Enter', { Name: 'Listed' }, false]);
  await nina.stop();
});

describe('one object as argument', () => {
  let nina: HubListener;
  beforeAll(async () => {
    nina = await HubListener.connect(app, 'nina.north', { place: COPY });
  });
  afterAll(() => nina.stop());

  it.each(['EntityName', 'entityName', 'entityname', 'ENTITYNAME'])(
    'has its members in any letter case: %s',
    async (name) => {
      const answer = await nina.connection.invoke('watch', { [name]: 'Customer', clientId: 7 });
      expect(answer).toEqual({ EntityName: 'Customer', Scope: 'Own' });
    },
  );

  it.each([
    [{ entityNam: 'Customer' }, /UnknownMember: watch: unknown member 'entityNam', did you mean 'EntityName'\?/],
    [
      { EntityName: 'Customer', entityName: 'Order' },
      /Validation: watch has EntityName twice, in different letter case/,
    ],
    [{}, /Validation: watch needs the name of an entity/],
    [['Customer'], /Validation: watch takes one object with EntityName/],
    ['Customer', /Validation: watch takes one object with EntityName/],
    [{ EntityName: 7 }, /Validation: EntityName must be text/],
  ])('refuses %j', async (argument, message) => {
    await expect(nina.connection.invoke('watch', argument)).rejects.toThrow(message);
  });
});
