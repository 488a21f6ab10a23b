import { SYSTEM_ENTITIES } from '#core/catalogue/system-entities.js';
import { isDerived } from '#core/catalogue/field.js';
import { buildCatalogue } from '#core/compile/build-catalogue.js';
import { Definition, NO_DEFINITIONS } from '#core/catalogue/definition.js';
import { SYSTEM_FIELD_NAMES } from '#core/catalogue/system-fields.js';
import { fieldDefinitionProblems } from '#core/fields/field-definition.js';
import { fixtureCatalogue } from '../../../support/fixture-catalogue.js';
import { demoCatalogue, demoEnvironment, demoFile } from '../../definitions/apply/demo-file.js';

const catalogue = demoCatalogue(demoEnvironment('Northgate/OrderToCash/Development'));
const entities = [...catalogue.entities.values()];

it('contains every entity of the file and every built-in one', () => {
  const names = [...demoFile.all('Entities'), ...SYSTEM_ENTITIES].map(({ EntityName }) => EntityName);
  expect(entities.map(({ name }) => name)).toEqual(names);
});

it('contains only built-in fields that satisfy the rules of field definitions', () => {
  const problems = entities
    .flatMap(({ fields }) => [...fields.values()].filter(({ isSystem }) => !isSystem))
    .flatMap((field) => fieldDefinitionProblems(field));
  expect(problems).toEqual([]);
});

// Requirement: R71
it.each(entities.map(({ name }) => name))('%s: own fields, then the system fields in their order', (name) => {
  const names = [...catalogue.entity(name).fields.values()].map((field) => field.name);
  expect(names.slice(-SYSTEM_FIELD_NAMES.length)).toEqual(SYSTEM_FIELD_NAMES);
  expect(new Set(names).size).toBe(names.length);
});

// Requirement: R33
it('makes a Computed or Rollup field read-only, with the type of its result', () => {
  const derived = entities.flatMap(({ name, fields }) =>
    [...fields.values()]
      .filter(isDerived)
      .map((field) => [`${name}.${field.name}`, field.type, field.required] as const),
  );
  expect(derived).toEqual([
    ['Customer.OpenBalance', 'Decimal', true],
    ['Customer.AvailableCredit', 'Decimal', false],
    ['Contact.FullName', 'Text', false],
    ['Order.LineCount', 'Int', true],
    ['Order.SubTotal', 'Decimal', true],
    ['Order.Total', 'Decimal', false],
    ['OrderLine.LineTotal', 'Decimal', false],
    ['Invoice.PaidAmount', 'Decimal', true],
    ['Invoice.Balance', 'Decimal', false],
  ]);
  expect(catalogue.entity('Order').fields.get('subtotal')).toMatchObject({ readOnly: true, scale: 2 });
});

it('gives every lookup exactly one relation: the named one, or an implied one that restricts', () => {
  const relations = entities.flatMap(({ children }) => [...children.values()]);
  const tables = entities.filter(({ view }) => !view);
  const lookups = tables.flatMap(({ name, fields }) =>
    [...fields.values()]
      .filter((field) => field.type === 'Lookup' && !field.isSystem && !field.unconstrained)
      .map((field) => `${name}.${field.name} → ${field.target}`),
  );
  const led = relations.map(
    ({ childEntity, childField, parentEntity }) => `${childEntity}.${childField} → ${parentEntity}`,
  );
  expect(led.toSorted()).toEqual(lookups.toSorted());
  expect(catalogue.entity('Customer').children.get('customercontacts')?.onDelete).toBe('Cascade');
  expect(catalogue.entity('User').children.get('customeraccountmanagerid')).toMatchObject({
    childEntity: 'Customer',
    onDelete: 'Restrict',
  });
  expect(catalogue.entity('Entity').children.get('fields')?.onDelete).toBe('Cascade');
});

// Requirement: R178
it('gives new records of an entity with an active lifecycle its initial status', () => {
  const initial = entities
    .filter(({ initialStatusId }) => initialStatusId)
    .map(({ name, initialStatusId }) => [name, initialStatusId]);
  expect(initial).toEqual([
    ['Order', 'fe15cba1-181b-4475-83c8-4845f7d9dc4d'],
    ['Invoice', '7caa4f28-f169-4bff-8a3c-0b6d4d0c6b39'],
  ]);
});

it('derives unique rules from fields, automatic numbers and composite keys', () => {
  const keys = (name: string) =>
    catalogue.entity(name).uniqueKeys.map((key) => key.map((field) => field.name).join('+'));
  expect(keys('Customer')).toEqual(['CustomerNumber', 'TaxId', 'Email', 'ErpId']);
  expect(keys('OrderLine')).toEqual(['OrderId+LineNumber']);
  expect(keys('RoleAccess')).toEqual(['RoleId+EntityName']);
});

it('reads rules, hooks, sources of owners, display fields and kinds', () => {
  const order = catalogue.entity('Order');
  expect([order.rules.length, order.hooks.map(({ name, events, handler }) => [name, events, handler])]).toEqual([
    new Definition(demoFile.all('Entities').find(({ EntityName }) => EntityName === 'Order')!).objects('Rules').length,
    [['CreditCheck', ['BeforeInsert'], undefined]],
  ]);
  expect(catalogue.entity('Note').hooks[0].handler).toBe('TestDelay');
  expect(catalogue.entity('OrderLine').ownerFrom?.name).toBe('OrderId');
  expect([catalogue.entity('User').displayField.name, catalogue.entity('Role').displayField.name]).toEqual([
    'DisplayName',
    'Name',
  ]);
  expect(['Customer', 'User', 'Trigger', 'StatusHistory'].map((name) => catalogue.entity(name).kind)).toEqual([
    'business',
    'access',
    'definition',
    'log',
  ]);
});

it('finds scopes by role, and teams by id with their parents', () => {
  const rep = [...catalogue.organisation.roles.values()].find(({ name }) => name === 'SalesRep')!;
  expect(catalogue.access.get(rep.id)?.get('Order')).toEqual({
    create: 'Own',
    read: 'Own',
    update: 'Own',
    delete: 'Own',
  });
  const teams = [...catalogue.organisation.teams.values()];
  const nameOf = (id: string | null) => teams.find((team) => team.id === id)?.name;
  expect(teams).toHaveLength(demoFile.all('Teams').length);
  expect(nameOf(teams.find(({ name }) => name === 'SalesNorth')!.parentTeamId)).toBe('Sales');
});

it('knows the entities of records about records of an entity, after their process and lifecycle are gone, too', () => {
  expect(catalogue.entity('Order').recordsAbout).toEqual(['StatusHistory']);
  expect(catalogue.entity('Customer').recordsAbout).toEqual([]);
  const built = buildCatalogue(fixtureCatalogue.environment, '1', {
    ...NO_DEFINITIONS,
    entities: [{ EntityName: 'Claim', Fields: [] }],
    lifecycles: [{ EntityName: 'claim', IsActive: false }],
    approvedEntities: ['claim'],
  });
  expect(built.entity('Claim').recordsAbout).toEqual(['ApprovalRequest', 'StatusHistory']);
});
