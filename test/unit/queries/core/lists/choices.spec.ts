import { readWhereClause } from '#core/requests/where-clause.js';
import { ShapeReader } from '#core/shapes/shape-reader.js';
import { choiceItems, choicesCommand, choicesOf, offered, offeredCommand } from '#queries/core/lists/choices.js';
import type { ListRequest, NamedChoices } from '#queries/core/lists/list.js';
import { fixtureCatalogue, fixtureEntity } from '../../../../support/fixture-catalogue.js';
import { filtersOf, requestOf } from './requests.js';

const customer = fixtureEntity('Customer');
const named = (name: string, path = 'textField') => ({ name, path });
const clause = (FieldName: string) =>
  readWhereClause(new ShapeReader(true), { Filters: [{ FieldName, Operator: 'IsNotNULL' }] }, 'WhereClause');

const command = (choices: Omit<NamedChoices, 'entityName'>, asked: Partial<ListRequest> = {}) =>
  choicesCommand(fixtureCatalogue, choicesOf(customer, choices), requestOf(asked), undefined);

it('shows Id and display field as texts, and the Id beside other values', () => {
  const { selectedFields, sort, pager, where } = command({}, { pageNumber: 3, pageSize: 7 });
  expect(selectedFields?.map(({ name }) => name)).toEqual(['Id', 'Name', 'Id']);
  expect(sort).toMatchObject([{ name: 'Name', descending: false }]);
  expect([pager, where]).toEqual([{ number: 3, size: 7, count: 'Exact' }, undefined]);
  const own = [{ ...named('Since'), descending: true }];
  expect(command({ value: named('TaxId'), parent: named('RegionId'), sort: own })).toMatchObject({
    selectedFields: [{ name: 'TaxId' }, { name: 'Name' }, { name: 'RegionId' }, { name: 'Id' }],
    sort: own,
  });
});

it('adds conditions for parent, search and ids, with faults at their parameters', () => {
  const asked = { parentValue: 'p', search: 's', ids: ['a', 'b'] };
  const { where } = command({ parent: named('RegionId') }, asked);
  expect(filtersOf(where)).toEqual(['RegionId EqualTo "p"', 'Name Contains "s"', 'Id IN ["a","b"]']);
  expect(where?.filters.map(({ valuePath }) => valuePath)).toEqual(['parentValue', 'search', 'ids']);
});

it('reports an unknown field once, at the parameter that named it', () => {
  const { where, sort, selectedFields } = command({ text: named('Nme') }, { search: 's' });
  expect([where, sort, selectedFields?.[1]]).toEqual([undefined, [], named('Nme')]);
});

// Requirement: T38
it.each<[title: string, entity: string, own: string | undefined, filters: readonly string[]]>([
  ['records in use', 'Customer', undefined, ['IsActive NotEqualTo false']],
  [
    'records in use that the clause takes',
    'Customer',
    'Name',
    ['Name IsNotNULL undefined', 'IsActive NotEqualTo false'],
  ],
  ['what a clause on IsActive takes', 'Customer', 'ISACTIVE', ['ISACTIVE IsNotNULL undefined']],
  ['all records of an entity without IsActive', 'Region', undefined, []],
])('offers %s', (_, name, own, filters) => {
  const entity = fixtureEntity(name);
  const where = offered(entity, choicesOf(entity, own === undefined ? {} : { where: clause(own) }));
  expect(filtersOf(where)).toEqual(filters);
  expect(where?.filters.find(({ operator }) => operator === 'NotEqualTo')?.nullSafe ?? true).toBe(true);
});

it('finds which of given records are offered', () => {
  const { where, pager, selectedFields } = offeredCommand(customer, ['1', '2'], clause('Name'));
  expect(filtersOf(where)).toEqual(['Name IsNotNULL undefined', 'Id IN ["1","2"]']);
  expect([pager, selectedFields?.map(({ name }) => name)]).toEqual([undefined, ['Id']]);
});

it('reads rows by the canonical names of their columns', () => {
  const choices = choicesOf(customer, {
    value: named('taxid'),
    text: named('regionid.name'),
    parent: named('SEGMENT'),
  });
  const rows = [
    { TaxId: 'A', 'RegionId.Name': null, Segment: 'Old', Id: '1' },
    { TaxId: null, 'RegionId.Name': 'North', Segment: null, Id: '2' },
  ];
  expect(choiceItems(fixtureCatalogue, choices, rows, new Set(['2']))).toEqual([
    { value: 'A', text: '', parentValue: 'Old', isActive: false },
    { value: null, text: 'North', parentValue: null, isActive: true },
  ]);
  const [plain] = choiceItems(fixtureCatalogue, choicesOf(customer), [{ Id: '1', Name: 'One' }], undefined);
  expect(plain).toEqual({ value: '1', text: 'One', isActive: true });
});
