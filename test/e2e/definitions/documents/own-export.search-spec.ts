import * as fc from 'fast-check';
import { cases, SEED } from '../../../support/seed.js';
import {
  type Answer,
  type Caller,
  DEVELOPMENT,
  type Place,
  type Row,
  TestApp,
  where,
} from '../../../support/test-app.js';

const PLACE: Place = { ...DEVELOPMENT, EnvironmentId: 'Production' };

/** A position that is left out, null or any. */
const sequence = fc.constantFrom<Row>({}, { Sequence: null }, { Sequence: 1 }, { Sequence: 2 }, { Sequence: 7 });
/** Flags of a field that are left out or given. */
const flags = fc.record(
  Object.fromEntries(['Unique', 'Indexed', 'ReadOnly', 'Immutable'].map((name) => [name, fc.boolean()])),
  { requiredKeys: [] },
);
const parts = fc.array(fc.tuple(sequence, flags), { minLength: 1, maxLength: 4 });

// See docs/definitions.md
describe('the export of an environment, planned where it was taken', () => {
  let app: TestApp;
  let ada: Caller;
  beforeAll(async () => {
    app = await TestApp.start({ LOG_LEVEL: 'error' });
    ada = app.as('ada.admin', PLACE);
  });
  afterAll(() => app.stop());

  const call = (action: string, body: unknown): Promise<Answer> => ada.send('POST', `/environment/${action}`, body);
  const planned = async (): Promise<readonly unknown[]> => {
    const document = (await ada.send('GET', '/environment/export')).body.Result;
    const plan = await call('plan', document);
    expect(plan.body.Errors).toEqual([]);
    return plan.body.Result.Changes;
  };

  it(
    'changes nothing, whatever members its definitions lack',
    async () => {
      let count = 0;
      const property = fc.asyncProperty(parts, parts, fc.boolean(), async (fields, rules, isMoved) => {
        const EntityName = `Thing${count++}`;
        const Field = fields.map(([at, more], i) => ({ FieldName: `F${9 - i}`, FieldType: 'Text', ...at, ...more }));
        const WhereClause = where('F9', 'IsNULL');
        const Rule = rules.map(([at], i) => ({ Name: `R${i}`, WhereClause, Message: 'No.', ...at }));
        const EntityId = await ada.inserted('Entity', { EntityName, Field, Rule });
        if (isMoved) await ada.update('Field', { Sequence: 40 }, where('EntityId', 'EqualTo', EntityId));
        expect(await planned()).toEqual([]);
      });
      await fc.assert(property, { seed: SEED, numRuns: cases(4) });
    },
    300_000 * cases(1),
  );

  it('changes nothing where two owners published views of one name, which another environment refuses', async () => {
    const SavedQueryId = await ada.inserted('SavedQuery', { Name: 'Shared', EntityName: 'Customer' });
    const OwnerId = (await ada.select('User', { WhereClause: where('UserName', 'EqualTo', 'nina.north') })).body
      .Result[0].Id;
    await ada.inserted('SavedView', { SavedQueryId, Name: 'Mine', SelectedFields: ['Name'] });
    await ada.inserted('SavedView', { SavedQueryId, Name: 'mine', OwnerId });
    expect(await planned()).toEqual([]);
    const document = (await ada.send('GET', '/environment/export')).body.Result;
    const elsewhere = await app.as('ada.admin').send('POST', '/environment/plan', document);
    expect([elsewhere.status, elsewhere.body.ErrorDetails]).toMatchObject([
      400,
      [{ Message: expect.stringMatching(/is SavedView 'Customer\.Shared\.[Mm]ine' already\.$/), Code: 'Validation' }],
    ]);
  });

  it('changes nothing where a trigger names workflows in upper case', async () => {
    const TO_ROLE = { ToRole: 'Administrator', Message: 'm' };
    const Actions = [{ Name: 'Tell', Type: 'SendNotification', ...TO_ROLE }];
    const id = await ada.inserted('Workflow', { Name: 'Told', Type: 'Triggered', Actions });
    const trigger = { Name: 'Tells', EntityName: 'Customer', TriggerType: 'EventBased', TriggerEvent: 'Created' };
    await ada.inserted('Trigger', { ...trigger, WorkflowIds: [id.toUpperCase()] });
    expect(await planned()).toEqual([]);
  });

  it('refuses a second access of a role in another letter case', async () => {
    const RoleId = await ada.inserted('Role', { Name: 'Twice' });
    await ada.inserted('RoleAccess', { RoleId, EntityName: 'Customer' });
    const { status, body } = await ada.insert('RoleAccess', { RoleId, EntityName: 'customer' });
    expect([status, body.ErrorDetails]).toMatchObject([409, [{ Code: 'Conflict', Path: 'Fields[1]' }]]);
    expect(await planned()).toEqual([]);
  });

  it('is applied in order where the positions are unknown', async () => {
    const EntityId = await ada.inserted('Entity', { EntityName: 'Ordered' });
    for (const [FieldName, Sequence] of [
      ['Last', null],
      ['First', 5],
    ])
      await ada.inserted('Field', { EntityId, FieldName, FieldType: 'Text', Sequence });
    const document = (await ada.send('GET', '/environment/export')).body.Result;
    const entity = document.Entities.find(({ EntityName }: Row) => EntityName === 'Ordered');
    expect(entity.Fields.map(({ FieldName, Sequence }: Row) => [FieldName, Sequence])).toEqual([
      ['First', 5],
      ['Last', null],
    ]);
    entity.Fields.reverse();
    for (const field of entity.Fields) delete field.Sequence;
    const changes = (await call('plan', document)).body.Result.Changes as readonly Row[];
    expect(changes.map(({ Name, Fields }) => [Name, Fields])).toEqual([
      ['Ordered.Last', ['Sequence']],
      ['Ordered.First', ['Sequence']],
    ]);
  });
});
