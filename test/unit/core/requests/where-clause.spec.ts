import type { Logic } from '#core/requests/filter-logic.js';
import { isNoWhereClause, readWhereClause, type WhereClause } from '#core/requests/where-clause.js';
import { ShapeReader } from '#core/shapes/shape-reader.js';
import { jsonOf } from '../../../support/json-of.js';

function read(json: unknown): { where?: WhereClause; faults: readonly string[] } {
  const reader = new ShapeReader(false);
  const where = readWhereClause(reader, jsonOf(json), 'WhereClause');
  return { where, faults: reader.faults.list.map(({ code, path }) => `${code} ${path}`) };
}

function messageOf(json: unknown): string {
  const reader = new ShapeReader(false);
  readWhereClause(reader, jsonOf(json), 'WhereClause');
  return reader.faults.list[0].message;
}

const shape = (logic: Logic): string => {
  if (logic.kind === 'filter') return String(logic.sequence);
  return logic.kind === 'not' ? `not(${shape(logic.of)})` : `${logic.kind}(${logic.of.map(shape).join(' ')})`;
};

type Sequence = number | string | null | undefined;

const filters = (...sequences: Sequence[]): object[] =>
  sequences.map((Sequence) => ({ FieldName: 'Name', Operator: 3, Value: 'x', Sequence }));

describe('Sequence and FilterLogic', () => {
  // Requirement: R36–R39, T4, T5
  it.each<[string, Sequence[], string | null | undefined, string]>([
    ['all missing, no logic', [undefined, undefined], undefined, 'all(1 2)'],
    ['all null, empty logic', [null, null], '', 'all(1 2)'],
    ['null logic', [1, 2], null, 'all(1 2)'],
    ['blank logic', [1, 2], '  ', 'all(1 2)'],
    ['all missing, logic by position', [undefined, undefined, undefined], '1 AND (2 OR 3)', 'all(1 any(2 3))'],
    ['all zero, logic by position', [0, 0], '2 OR 1', 'any(2 1)'],
    ['all equal and "1": AND of all', [0, 0, 0], '1', 'all(1 2 3)'],
    ['all equal 7 and "1": AND of all', [7, 7], ' 1 ', 'all(1 2)'],
    ['gaps', [10, 20], '10 OR 20', 'any(1 2)'],
    ['gaps in another order', [20, 10], '10 AND NOT 20', 'all(2 not(1))'],
    ['as text', ['2', '1'], '1 OR 2', 'any(2 1)'],
    ['a single one without Sequence', [undefined], '1', '1'],
    ['a single one by its Sequence', [5], '5', '1'],
    ['a single one by 1', [5], '1', '1'],
    ['a single one, no logic', [5], undefined, 'all(1)'],
    ['1 and 12 told apart', [1, 12], '12 OR 1', 'any(2 1)'],
    ['one mentioned twice', [1, 2], '1 OR 1 AND 2', 'any(1 all(1 2))'],
  ])('are read: %s', (_, sequences, FilterLogic, expected) => {
    const { where, faults } = read({ Filters: filters(...sequences), FilterLogic });
    expect(faults).toEqual([]);
    expect(shape(where!.logic)).toBe(expected);
  });

  // Requirement: R37, R40, T4, T5
  it.each<[string, Sequence[], string | undefined, string, string]>([
    ['one missing', [1, undefined], undefined, 'BadFilter WhereClause.Filters[1].Sequence', 'missing here'],
    ['one duplicated', [1, 2, 2], '1 AND 2', 'BadFilter WhereClause.Filters[2].Sequence', 'used twice'],
    ['no number', ['x'], undefined, 'Validation WhereClause.Filters[0].Sequence', 'whole number'],
    ['a negative one', [-1], undefined, 'Validation WhereClause.Filters[0].Sequence', 'whole number'],
    [
      'several without Sequence and "1"',
      [undefined, undefined],
      '1',
      'BadFilter WhereClause.FilterLogic',
      'does not mention filter 2',
    ],
    ['one unmentioned', [10, 20, 30], '10 OR 20', 'BadFilter WhereClause.FilterLogic', 'does not mention filter 30'],
    ['an unknown number', [1, 2], '1 AND 2 AND 3', 'BadFilter WhereClause.FilterLogic', 'no filter 3, at position 13'],
    [
      'a number by position where Sequences have gaps',
      [10, 20],
      '1 AND 2',
      'BadFilter WhereClause.FilterLogic',
      'no filter 1, at position 1',
    ],
    ['bad syntax', [1, 2], '1 2', 'BadFilter WhereClause.FilterLogic', 'at position 3'],
    ['empty parentheses', [1, 2], '1 AND ()', 'BadFilter WhereClause.FilterLogic', 'at position 8'],
    ['logic without filters', [], '1', 'BadFilter WhereClause.FilterLogic', 'there are none'],
  ])('are refused with %s', (_, sequences, FilterLogic, fault, message) => {
    const clause = { Filters: filters(...sequences), FilterLogic };
    expect(read(clause)).toEqual({ where: undefined, faults: [fault] });
    expect(messageOf(clause)).toContain(message);
  });
});

// Requirement: R105, T11
it.each([undefined, null, {}, { Filters: [] }, { Filters: null }, { Filters: [], FilterLogic: '' }])(
  'reads %j as no filter, and as no where-clause in a write',
  (json) => {
    expect(read(json)).toEqual({ where: undefined, faults: [] });
    expect(isNoWhereClause(jsonOf(json))).toBe(true);
  },
);

// Requirement: T11
it.each([[[]], 'x', 1, true, { Filters: 'x' }, { Filters: [null] }, { Filters: filters(1) }])(
  'does not read %j as an absent where-clause',
  (json) => expect(isNoWhereClause(jsonOf(json))).toBe(false),
);

// Requirement: R35, R65
it('reads a filter unchanged', () => {
  const filter = { FieldName: 'Total', Operator: 'between', Value: [1, 2], Sequence: 1, ValueType: 'FIELD' };
  expect(read({ Filters: [filter] }).where!.filters).toEqual([
    { fieldName: 'Total', operator: 'Between', value: jsonOf([1, 2]), source: 'Field', path: 'WhereClause.Filters[0]' },
  ]);
});

// Requirement: R65
it.each([
  [undefined, 'Literal'],
  [null, 'Literal'],
  [1, 'Literal'],
  ['2', 'Parameter'],
  ['field', 'Field'],
  [4, 'Global'],
])('reads ValueType %j as %s', (ValueType, source) => {
  const { where } = read({ Filters: [{ FieldName: 'Name', Operator: 3, Value: 'x', ValueType }] });
  expect(where!.filters[0].source).toBe(source);
});

// Requirement: R40, R64, T2
it('reports all faults of all filters together', () => {
  const { faults } = read({ Filters: ['x', { FieldName: '', Operator: 0 }, { fieldName: 'Name', Operator: 3 }] });
  expect(faults).toEqual([
    'Validation WhereClause.Filters[0]',
    'UnknownMember WhereClause.Filters[2].fieldName',
    'Validation WhereClause.Filters[1].FieldName',
    'BadFilter WhereClause.Filters[1].Operator',
  ]);
});

// Requirement: R64
it('names the wrong operator, field and value type', () => {
  const { faults } = read({ Filters: [{ FieldName: '', Operator: 0, ValueType: 5 }, { FieldName: 'Name' }] });
  expect(faults).toEqual([
    'Validation WhereClause.Filters[0].FieldName',
    'BadFilter WhereClause.Filters[0].Operator',
    'BadFilter WhereClause.Filters[0].ValueType',
    'BadFilter WhereClause.Filters[1].Operator',
  ]);
  expect(messageOf({ Filters: [{ FieldName: 'Name', Operator: 0 }] })).toContain('GreaterThan 1, LessThan 2');
});

// Requirement: R15, R40, T2
it.each([
  ['an array', [], 'Validation WhereClause'],
  ['Filters that is an object', { Filters: {} }, 'Validation WhereClause.Filters'],
  ['FilterLogic that is a number', { Filters: filters(1), FilterLogic: 1 }, 'Validation WhereClause.FilterLogic'],
  ['a near miss of Filters', { filters: [] }, 'UnknownMember WhereClause.filters'],
  ['201 filters', { Filters: filters(...Array<undefined>(201).fill(undefined)) }, 'BadFilter WhereClause.Filters'],
])('refuses %s', (_, json, fault) => {
  expect(read(json).faults).toEqual([fault]);
});

// Requirement: R40
it('accepts 200 filters', () => {
  expect(read({ Filters: filters(...Array<undefined>(200).fill(undefined)) }).where!.filters).toHaveLength(200);
});

describe('ExistsIn', () => {
  const nested = (levels: number): object => {
    const WhereClause = levels > 1 ? nested(levels - 1) : undefined;
    return {
      Filters: [{ FieldName: 'Id', Operator: 21, Value: { EntityName: 'Order', FieldName: 'Id', WhereClause } }],
    };
  };

  // Requirement: R62, T8
  it('reads the entity it queries', () => {
    const { where } = read(nested(3));
    const rows = where!.filters[0].rows!;
    expect(rows).toMatchObject({ entityName: 'Order', fieldName: 'Id', path: 'WhereClause.Filters[0].Value' });
    expect(rows.where!.filters[0].path).toBe('WhereClause.Filters[0].Value.WhereClause.Filters[0]');
  });

  // Requirement: T8
  it('may be nested 3 levels deep', () => {
    const inner = 'Value.WhereClause.Filters[0]';
    expect(read(nested(4)).faults).toEqual([`BadFilter WhereClause.Filters[0].${inner}.${inner}.${inner}.Value`]);
  });

  // Requirement: R65
  it.each([
    ['nothing', undefined, ['Validation WhereClause.Filters[0].Value']],
    ['text', 'Order', ['Validation WhereClause.Filters[0].Value']],
    ['no field', { EntityName: 'Order' }, ['Validation WhereClause.Filters[0].Value.FieldName']],
    [
      'a near miss',
      { EntityName: 'Order', FieldName: 'Id', whereClause: {} },
      ['UnknownMember WhereClause.Filters[0].Value.whereClause'],
    ],
  ])('is refused with %s', (_, Value, faults) => {
    expect(read({ Filters: [{ FieldName: 'Id', Operator: 22, Value }] }).faults).toEqual(faults);
  });
});
