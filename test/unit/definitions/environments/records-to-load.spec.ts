import { SYSTEM_ENTITIES } from '#core/catalogue/system-entities.js';
import { Definition } from '#core/catalogue/definition.js';
import type { JsonObject, JsonValue } from '#core/json/json.js';
import { DEFINITION_KINDS } from '#definitions/environments/definition-kinds.js';
import type { RecordToLoad } from '#definitions/environments/loading.js';
import { recordsToLoad } from '#definitions/environments/records-to-load.js';
import { uuidV5 } from '#platform/process/ids/uuid-v5.js';
import { demoCatalogue, demoEnvironment, demoFile } from '../apply/demo-file.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function loaded(path: string) {
  const wanted = demoEnvironment(path);
  const catalogue = demoCatalogue(wanted);
  const batches = recordsToLoad(catalogue, demoFile, wanted);
  const records = new Map(batches.map(({ entity, records: of }) => [entity.name, of]));
  return { wanted, catalogue, batches, of: (name: string): readonly RecordToLoad[] => records.get(name) ?? [] };
}

const development = loaded('Northgate/OrderToCash/Development');
const southbay = loaded('Southbay/OrderToCash/Development');
const peopleDesk = loaded('Northgate/PeopleDesk/Development');

const entities = [...SYSTEM_ENTITIES, ...demoFile.all('Entities')];
/** Parts of definitions, such as the fields of all entities. */
const parts = (parents: readonly JsonObject[], member: string) =>
  parents.flatMap((parent) => new Definition(parent).objects(member));

/** Every definition of the file, the built-in ones included, by the entity whose record it becomes. */
const DEFINED: Readonly<Record<string, readonly JsonObject[]>> = {
  Team: demoFile.all('Teams'),
  Role: demoFile.all('Roles'),
  Permission: demoFile.all('Permissions'),
  RolePermission: demoFile.all('RolePermissions'),
  RoleAccess: demoFile.all('RoleAccess'),
  FieldAccess: demoFile.all('FieldAccess'),
  IdentityMapping: demoFile.all('IdentityMappings'),
  Entity: entities,
  Relation: demoFile.all('Relations'),
  Field: parts(entities, 'Fields'),
  Rule: parts(entities, 'Rules'),
  Hook: parts(entities, 'Hooks'),
  Index: parts(entities, 'Indexes'),
  Lifecycle: demoFile.all('Lifecycles'),
  Status: parts(demoFile.all('Lifecycles'), 'Statuses'),
  Transition: parts(demoFile.all('Lifecycles'), 'Transitions'),
  ApprovalProcess: demoFile.all('ApprovalProcesses'),
  Workflow: demoFile.all('Workflows'),
  Trigger: demoFile.all('Triggers'),
  SavedQuery: demoFile.all('SavedQueries'),
  SavedView: parts(demoFile.all('SavedQueries'), 'Views'),
  List: demoFile.all('Lists'),
  DatabaseObject: demoFile.all('DatabaseObjects'),
};

/** Members that become records of their own or only refer to another definition. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  Team: ['ParentTeam'],
  RolePermission: ['Role', 'Permission'],
  RoleAccess: ['Role'],
  FieldAccess: ['Role'],
  Entity: [
    'Fields',
    'Rules',
    'Hooks',
    'Kind',
    'PublicFields',
    'View',
    'Indexes',
    'CallerWrites',
    'SystemIndexes',
    'UnscopedCreate',
  ],
  Relation: ['ParentEntity', 'ChildEntity'],
  Field: ['Target', 'Relation', 'OnDelete', 'RelationName', 'Unconstrained', 'Unchecked', 'Numbered', 'NamesEntityOf'],
  Lifecycle: ['Statuses', 'Transitions'],
  Transition: ['FromStatus', 'ToStatus'],
  SavedQuery: ['Views'],
};

const values = (record: RecordToLoad): Readonly<Record<string, JsonValue>> => Object.fromEntries(record.values);

describe('the definition file is loaded completely', () => {
  it('with every kind of definition', () => {
    expect(Object.keys(DEFINED).toSorted()).toEqual(DEFINITION_KINDS.map(({ entity }) => entity).toSorted());
    // The demo protects no field, declares no index, and has no identity provider.
    const absent = Object.keys(DEFINED).filter((name) => DEFINED[name].length === 0);
    expect(absent).toEqual(['FieldAccess', 'IdentityMapping', 'Index']);
  });

  it.each(Object.keys(DEFINED))('%s: every definition is a record with an id of its own', (name) => {
    const ids = development.of(name).map(({ id }) => id);
    expect(ids).toHaveLength(DEFINED[name].length);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(Object.keys(DEFINED))('%s: every member is a field of its entity, or stored elsewhere', (name) => {
    const { fields } = development.catalogue.entity(name);
    const known = new Set([...[...fields.values()].map((field) => field.name), 'Id', ...(ELSEWHERE[name] ?? [])]);
    const members = new Set(DEFINED[name].flatMap((json) => Object.keys(json)));
    expect([...members].filter((member) => !known.has(member))).toEqual([]);
  });

  it('and every name refers to a loaded definition', () => {
    const ids = new Set(development.batches.flatMap(({ records }) => records.map(({ id }) => id)));
    const open = development.batches.flatMap(({ entity, records }) =>
      records.flatMap((record) =>
        [...record.values].filter(
          ([name, value]) => entity.fields.get(name.toLowerCase())?.type === 'Lookup' && !ids.has(value as string),
        ),
      ),
    );
    expect(open).toEqual([]);
  });

  it('and every row of the data member becomes a record, with ids for references, owners and statuses', () => {
    const rows = demoFile.data('SampleData');
    for (const [name, { length }] of rows) expect(development.of(name)).toHaveLength(length);
    const [order] = development.of('Order');
    expect([order.id, order.ownerId, values(order).CustomerId]).toEqual(
      [UUID, UUID, UUID].map((id) => expect.stringMatching(id)),
    );
    const started = rows.flatMap(([, of]) => of).filter((row) => row.StartStatus !== undefined);
    const withStatus = development.batches.flatMap(({ records }) => records.filter(({ statusId }) => statusId));
    expect(withStatus).toHaveLength(started.length);
  });

  it('but an unknown name stays a name, which its lookup refuses', () => {
    const reference = DEFINITION_KINDS.find(({ entity }) => entity === 'Field')!.references;
    const source = { json: { Target: 'Nix' }, key: 'A.b', parentKey: 'A', sequence: 1 };
    expect(reference(source)).toContainEqual(['TargetId', 'Entity', 'Nix']);
  });
});

it('stores referenced records first', () => {
  const order = development.batches.map(({ entity }) => entity.name);
  const before = (first: string, then: string) => expect(order.indexOf(first)).toBeLessThan(order.indexOf(then));
  for (const [first, then] of [
    ['Team', 'User'],
    ['Role', 'UserRole'],
    ['Relation', 'Field'],
    ['Status', 'Transition'],
    ['User', 'Customer'],
    ['Customer', 'Order'],
  ]) {
    before(first, then);
  }
});

describe('members', () => {
  const northgate = demoFile.all('Users').filter(({ Tenant }) => Tenant === 'Northgate');

  it('are all users of the tenant with their roles and teams', () => {
    expect(development.of('User').map((user) => values(user).UserName)).toEqual(
      northgate.map(({ UserName }) => UserName),
    );
    const links = (member: string) => northgate.flatMap((user) => new Definition(user).texts(member)).length;
    expect([development.of('UserRole').length, development.of('TeamMember').length]).toEqual([
      links('Roles'),
      links('Teams'),
    ]);
    expect(southbay.of('User').map((user) => values(user).UserName)).toEqual(['bob.bay']);
  });

  it('are only those that the environment names, who keep their ids', () => {
    const [ada] = peopleDesk.of('User');
    expect(peopleDesk.of('User')).toHaveLength(1);
    expect(ada.id).toBe(development.of('User').find((user) => values(user).UserName === 'ada.admin')?.id);
  });
});

describe('ids', () => {
  it('are those of the file, or derived from them on request of the environment', () => {
    const [here, there] = [development, southbay].map(({ of }) => of('Role').map(({ id }) => id!));
    expect(here).toEqual(demoFile.all('Roles').map(({ Id }) => Id));
    expect(there).toEqual(here.map((id) => uuidV5(southbay.wanted.environment.id, id)));
  });

  it('of one environment are unknown in another, except for users', () => {
    const definitions = ({ batches }: typeof southbay) =>
      batches.filter(({ entity }) => entity.name !== 'User').flatMap(({ records }) => records.map(({ id }) => id));
    const known = new Set(definitions(development));
    expect(definitions(southbay).filter((id) => known.has(id))).toEqual([]);
  });

  it('in WorkflowIds are translated too', () => {
    const workflows = new Set(southbay.of('Workflow').map(({ id }) => id));
    const named = southbay.of('Trigger').flatMap((trigger) => (values(trigger).WorkflowIds ?? []) as readonly string[]);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((id) => !workflows.has(id))).toEqual([]);
  });
});

it('gives an environment without definitions the built-in ones, system roles and members only', () => {
  expect(peopleDesk.batches.map(({ entity, records }) => [entity.name, records.length])).toEqual([
    ['Role', demoFile.all('Roles').filter(({ IsSystem }) => IsSystem === true).length],
    ['Entity', SYSTEM_ENTITIES.length],
    ['Field', parts(SYSTEM_ENTITIES, 'Fields').length],
    ['User', 1],
    ['UserRole', 1],
  ]);
});
