import type { Item, Items } from './documents.js';
import { type Answer, byId, DEVELOPMENT, type Place, TestApp, where } from '../../../support/test-app.js';

const PRODUCTION: Place = { ...DEVELOPMENT, EnvironmentId: 'Production' };

let app: TestApp;
beforeAll(async () => void (app = await TestApp.start({ LOG_LEVEL: 'error' })));
afterAll(() => app.stop());

const call = (action: string, body: unknown): Promise<Answer> =>
  app.as('ada.admin', PRODUCTION).send('POST', `/environment/${action}`, body);
const exported = async (): Promise<Items> =>
  (await app.as('ada.admin', PRODUCTION).send('GET', '/environment/export')).body.Result;
const found = (items: readonly Item[], name: string): Item =>
  items.find(({ Name, EntityName, FieldName }) => [Name, EntityName, FieldName].includes(name))!;

/** Applies a document. @returns `Action Kind Name` of what the plan and the apply name, which must be equal */
async function applied(document: Items): Promise<readonly string[]> {
  const changes = ({ body }: Answer): unknown =>
    body.Result?.Changes.map(({ Kind, Name, Action }: Record<string, string>) => `${Action} ${Kind} ${Name}`);
  const plan = await call('plan', document);
  const apply = await call('apply', document);
  expect([plan.body.Errors, apply.body.Errors]).toEqual([[], []]);
  expect(changes(plan)).toEqual(changes(apply));
  return changes(apply) as string[];
}

describe('a definition that was deleted and comes back by a document', () => {
  it('is restored with its fields and their values', async () => {
    const ada = app.as('ada.admin', PRODUCTION);
    await ada.inserted('Entity', {
      EntityName: 'Parcel',
      Fields: [
        { FieldName: 'Weight', FieldType: 'Int' },
        { FieldName: 'Label', FieldType: 'Text' },
      ],
    });
    const id = await ada.inserted('Parcel', { Weight: 7, Label: 'x' });
    const document = await exported();
    const weight = await ada.select('Field', { WhereClause: where('FieldName', 'EqualTo', 'Weight') });
    expect((await ada.delete('Field', byId(weight.body.Result[0].Id))).status).toBe(200);
    expect((await ada.row('Parcel', id)).Weight).toBeUndefined();
    expect(await applied(document)).toEqual(['Create Field Parcel.Weight']);
    expect((await ada.row('Parcel', id)).Weight).toBe(7);
    expect(await applied(document)).toEqual([]);
  });

  it('takes what the document says of it meanwhile', async () => {
    const ada = app.as('ada.admin', PRODUCTION);
    const roleId = await ada.inserted('Role', { Name: 'Seasonal', Description: 'Summer' });
    const document = await exported();
    expect((await ada.delete('Role', byId(roleId))).status).toBe(200);
    found(document.Roles, 'Seasonal').Description = 'Winter';
    expect(await applied(document)).toEqual(['Create Role Seasonal']);
    expect((await ada.row('Role', roleId)).Description).toBe('Winter');
    expect(await applied(document)).toEqual([]);
  });

  it('is an entity with all its parts', async () => {
    const ada = app.as('ada.admin', PRODUCTION);
    const entityId = await ada.inserted('Entity', {
      EntityName: 'Pallet',
      Fields: [{ FieldName: 'Height', FieldType: 'Int' }],
    });
    const document = await exported();
    expect((await ada.delete('Entity', byId(entityId))).status).toBe(200);
    expect((await ada.select('Pallet')).status).toBe(404);
    expect(await applied(document)).toEqual(['Create Entity Pallet', 'Create Field Pallet.Height']);
    expect((await ada.insert('Pallet', { Height: 2 })).status).toBe(200);
    expect(await applied(document)).toEqual([]);
  });
});

describe('names that move', () => {
  it('are swapped, passed along a chain, and taken from a definition that goes', async () => {
    const ada = app.as('ada.admin', PRODUCTION);
    const ids: Record<string, string> = {};
    for (const name of ['One', 'Two', 'Three', 'Four']) ids[name] = await ada.inserted('Role', { Name: name });
    const document = await exported();
    const [one, two, three] = ['One', 'Two', 'Three'].map((name) => found(document.Roles, name));
    [one.Name, two.Name, three.Name] = ['Two', 'One', 'Four'];
    document.Roles = document.Roles.filter(({ Name, Id }) => Name !== 'Four' || Id === ids.Three);
    Object.assign(document, { Prune: true });
    const changes = await applied(document);
    expect(changes.filter((change) => !change.startsWith('Update Role'))).toEqual(['Delete Role Four']);
    const names = await Promise.all(
      ['One', 'Two', 'Three'].map(async (name) => (await ada.row('Role', ids[name])).Name),
    );
    expect(names).toEqual(['Two', 'One', 'Four']);
    expect(await applied(document)).toEqual([]);
  });
});

describe('a dry run', () => {
  it.each([
    [
      'an expression over an unknown field',
      {
        Entities: [
          {
            EntityName: 'Planned',
            Fields: [{ FieldName: 'Twice', FieldType: 'Computed', ResultType: 'Int', Expression: 'Nope * 2' }],
          },
        ],
      },
    ],
    [
      'an approver that is not there',
      {
        ApprovalProcesses: [
          {
            Name: 'Planned',
            EntityName: 'Order',
            StartOn: ['Insert'],
            Steps: [{ Sequence: 1, Name: 'A', Approvers: { Role: 'Nope' } }],
          },
        ],
      },
    ],
    [
      'an action on an unknown entity',
      {
        Workflows: [
          { Name: 'Planned', Type: 'Manual', Actions: [{ Name: 'A', Type: 'DeleteRecords', EntityName: 'Nix' }] },
        ],
      },
    ],
    [
      'a transition without its status',
      { Lifecycles: [{ Name: 'Planned', EntityName: 'Order', Statuses: [], Transitions: [] }] },
    ],
  ])('names the faults of an apply: %s', async (_, document) => {
    const mark = await app.mark();
    const tried = await call('apply', { ...document, Options: { DryRun: true } });
    const apply = await call('apply', document);
    expect(tried.status).toBeGreaterThanOrEqual(400);
    expect([tried.status, tried.body.ErrorDetails]).toEqual([apply.status, apply.body.ErrorDetails]);
    expect(await app.changes(mark)).toEqual([]);
  });

  it('leaves nothing', async () => {
    const mark = await app.mark();
    const before = await exported();
    const Entities = [{ EntityName: 'Ghost', Fields: [{ FieldName: 'Sheet', FieldType: 'Text' }] }];
    const plan = await call('plan', { Entities });
    expect(plan.body.Result.Changes.map(({ Name }: Item) => Name)).toEqual(['Ghost', 'Ghost.Sheet']);
    expect([await exported(), await app.changes(mark)]).toEqual([before, []]);
  });
});
