import { MAX_TESTS } from '#core/criteria/resolve-criterion.js';
import { CALLER, fixtureContext } from '../../../support/fixture-catalogue.js';
import { compileWhere, faultsOfWhere, type Setting } from '../../../support/where-compiler.js';

const where = (FieldName: string, Operator: string, Value?: unknown, ValueType?: number): object => ({
  Filters: [{ FieldName, Operator, Value, ValueType }],
});

const valuesOf = (json: object, setting?: Setting): readonly unknown[] => compileWhere(json, setting).values;

describe('operands', () => {
  // Requirement: R65, T3, T6
  it.each<[field: string, operator: string, value: unknown, values: unknown[]]>([
    ['Name', 'IN', 'a, b ,,c', [['a', 'b', 'c']]],
    ['Name', 'IN', ['a,b', '', null], [['a,b', '']]],
    ['Name', 'IN', '', [[]]],
    ['Name', 'NOTIN', [], [[]]],
    ['Employees', 'IN', 5, [['5']]],
    ['Employees', 'IN', '5,6', [['5', '6']]],
    ['IsActive', 'IN', true, [[true]]],
    ['Employees', 'Between', '1, 2', ['1', '2']],
    ['Name', 'SplitContains', 'a; b,c', [['%a%', '%b%', '%c%']]],
    ['Name', 'SplitContains', ['a;b', null], [['%a;b%']]],
    ['Name', 'Contains', '50%_\\', ['%50\\%\\_\\\\%']],
    ['Name', 'StartsWith', '', ['%']],
    ['Name', 'EqualTo', 'longer than the ten characters allowed', ['longer than the ten characters allowed']],
    ['Name', 'EqualTo', '', ['']],
    ['Tags', 'SplitContains', 'Late;Vip', [['Vip', 'Late']]],
    ['Tags', 'Contains', ['Export'], [['Export']]],
    ['CreditLimit', 'GreaterThan', '0.001', ['0.001']],
    ['CreditLimit', 'LessThan', '9'.repeat(40), ['9'.repeat(40)]],
  ])('are resolved: %s %s %j', (field, operator, value, values) => {
    expect(valuesOf(where(field, operator, value))).toEqual(values);
  });

  // Requirement: R34, R65
  it('compare an Int with any number, as bigint where possible', () => {
    expect(compileWhere(where('Employees', 'LessThan', 1.5)).text).toBe('t."Employees" < $1::numeric');
    expect(compileWhere(where('Employees', 'IN', ['1', '9223372036854775808'])).text).toBe(
      't."Employees" = ANY($1::numeric[])',
    );
    expect(compileWhere(where('Employees', 'IN', [])).text).toBe('t."Employees" = ANY($1::bigint[])');
  });

  // Requirement: R65, R66, T6, T7
  it.each<[field: string, operator: string, value: unknown, path: string, message: string]>([
    ['Name', 'EqualTo', undefined, 'Value', 'EqualTo needs a Value.'],
    ['Name', 'GreaterThan', null, 'Value', 'GreaterThan needs a value; to test for none use IsNULL 6.'],
    ['Name', 'IN', null, 'Value', 'IN needs a value; to test for none use IsNULL 6.'],
    ['Name', 'EqualTo', 5, 'Value', 'Name can only be compared with text.'],
    ['Name', 'Contains', 'a\0', 'Value', 'Name can only be compared with text without the character U+0000.'],
    ['Employees', 'EqualTo', 'ten', 'Value', 'Employees can only be compared with a number.'],
    ['Employees', 'EqualTo', '1e400', 'Value', 'Employees can only be compared with a number.'],
    ['Employees', 'EqualTo', '9'.repeat(10_001), 'Value', 'Employees can only be compared with a number.'],
    ['Employees', 'EqualTo', `0.${'1'.repeat(10_001)}`, 'Value', 'Employees can only be compared with a number.'],
    ['IsActive', 'EqualTo', 'yes', 'Value', 'IsActive can only be compared with true or false.'],
    ['Since', 'EqualTo', '31.01.2026', 'Value', 'Since can only be compared with a date as yyyy-MM-dd.'],
    ['RegionId', 'IN', ['x'], 'Value', 'RegionId can only be compared with a UUID.'],
    ['Employees', 'IN', [1, 'x'], 'Value[1]', 'Employees can only be compared with a number.'],
    ['Employees', 'IN', { a: 1 }, 'Value', 'Employees can only be compared with a number.'],
    ['Employees', 'Between', [1], 'Value', 'Between needs two values, the lower and the upper end.'],
    ['Employees', 'Between', [1, 2, 3], 'Value', 'Between needs two values, the lower and the upper end.'],
    ['Employees', 'NotBetween', [1, null], 'Value', 'NotBetween needs two values, the lower and the upper end.'],
    ['Employees', 'Between', [1, 'x'], 'Value[1]', 'Employees can only be compared with a number.'],
    ['Name', 'IN', Array<string>(10_001).fill('x'), 'Value', 'IN takes at most 10000 values.'],
  ])('are refused: %s %s %j', (field, operator, value, at, message) => {
    const path = `WhereClause.Filters[0].${at}`;
    expect(faultsOfWhere(where(field, operator, value))).toEqual([
      { code: 'BadFilter', message, fieldName: field, path },
    ]);
  });

  // Requirement: R65
  it('bind 10,000 elements as one parameter', () => {
    expect(valuesOf(where('Name', 'IN', Array<string>(10_000).fill('x')))).toHaveLength(1);
  });

  // Requirement: R66, T6
  it.each([
    ['EqualTo', 't."Name" IS NULL'],
    ['NotEqualTo', 't."Name" IS NOT NULL'],
  ])('become a null test for %s null', (operator, text) => {
    expect(compileWhere(where('Name', operator, null), { nullSafeNegation: true }).text).toBe(text);
  });

  // Requirement: R65, T6
  it('are ignored for null tests', () => {
    expect(compileWhere(where('CreditLimit', 'IsNULL', 'nonsense'))).toMatchObject({ values: [] });
  });
});

describe('globals', () => {
  // Requirement: R65
  it.each<[field: string, operator: string, value: unknown, values: unknown[]]>([
    ['OwnerId', 'EqualTo', 'me', [CALLER.userId]],
    ['ExternalId', 'NotEqualTo', 'Me', [CALLER.userId]],
    ['CreatedBy', 'IN', 'Me', [[CALLER.userId]]],
    ['OwnerTeamId', 'IN', 'MyTeams', [[CALLER.teamId]]],
    ['OwnerTeamId', 'NOTIN', ['myteams'], [[CALLER.teamId]]],
    ['Since', 'EqualTo', 'Today', ['2026-03-15']],
    ['Since', 'LessThan', 'today-30d', ['2026-02-13']],
    ['LastSeen', 'GreaterThan', 'Now', ['2026-03-15T22:30:00Z']],
    ['LastSeen', 'GreaterThan', 'StartOfMonth', ['2026-02-28T23:00:00Z']],
    ['Since', 'Between', 'StartOfYear, Today', ['2026-01-01', '2026-03-15']],
  ])('are resolved: %s %s %j', (field, operator, value, values) => {
    expect(valuesOf(where(field, operator, value, 4))).toEqual(values);
  });

  // Requirement: R65
  it.each<[field: string, operator: string, value: unknown, message: string]>([
    ['OwnerTeamId', 'EqualTo', 'MyTeams', 'MyTeams (IN and NOTIN only)'],
    ['OwnerTeamId', 'EqualTo', 'Me', 'MyTeams'],
    ['OwnerId', 'IN', 'MyTeams', 'Me'],
    ['RegionId', 'EqualTo', 'Me', 'no as a global'],
    ['Since', 'EqualTo', 'Yesterday', 'StartOfWeek'],
    ['Since', 'EqualTo', 5, 'StartOfWeek'],
    ['Name', 'EqualTo', 'Today', 'no as a global'],
  ])('are refused: %s %s %j', (field, operator, value, message) => {
    const [fault] = faultsOfWhere(where(field, operator, value, 4));
    expect(fault).toMatchObject({ code: 'BadFilter', path: 'WhereClause.Filters[0].Value' });
    expect(fault.message).toContain(message);
  });
});

// Requirement: R65
it('refuses parameters outside of saved queries', () => {
  const faults = faultsOfWhere(where('Employees', 'EqualTo', '@From', 2));
  expect(faults.map(({ code, path }) => `${code} ${path}`)).toEqual(['BadFilter WhereClause.Filters[0].ValueType']);
});

// Requirement: R33, R68, T8
it.each<[title: string, json: object, code: string, at: string, message: string]>([
  ['an unknown field', where('Nmae', 'EqualTo', 'x'), 'UnknownField', 'FieldName', "Did you mean 'Name'?"],
  ['an unknown looked-up field', where('RegionId.Nme', 'EqualTo', 'x'), 'UnknownField', 'FieldName', "'Name'?"],
  ['Contains on Bool', where('IsActive', 'Contains', 'x'), 'BadFilter', 'Operator', 'EqualTo 3, IN 4'],
  ['GreaterThan on Json', where('Extra', 'GreaterThan', 1), 'BadFilter', 'Operator', 'which is Json'],
  ['a field of another kind', where('Name', 'EqualTo', 'Employees', 3), 'BadFilter', 'Value', 'Employees is Int'],
  ['an unknown other field', where('Name', 'EqualTo', 'X', 3), 'UnknownField', 'Value', "no field 'X'"],
  ['a field as a list', where('Name', 'IN', 'Notes', 3), 'BadFilter', 'ValueType', 'not a field'],
  ['a field that is no text', where('Name', 'EqualTo', 5, 3), 'BadFilter', 'Value', 'the name of a field'],
  [
    'rows of an unknown entity',
    where('Id', 'ExistsIn', { EntityName: 'Ordr', FieldName: 'Id' }),
    'UnknownEntity',
    'Value.EntityName',
    "'Order'?",
  ],
  [
    'rows of another kind',
    where('Id', 'ExistsIn', { EntityName: 'Order', FieldName: 'Total' }),
    'BadFilter',
    'Value.FieldName',
    'not comparable',
  ],
  [
    'an unknown field of rows',
    where('Id', 'ExistsIn', { EntityName: 'Order', FieldName: 'X' }),
    'UnknownField',
    'Value.FieldName',
    'Order has no',
  ],
])('refuses %s', (_, json, code, at, message) => {
  const [fault, ...more] = faultsOfWhere(json);
  expect(more).toEqual([]);
  expect(fault).toMatchObject({ code, path: `WhereClause.Filters[0].${at}` });
  expect(fault.message).toContain(message);
});

// See docs/interface/conventions.md#errors
it('collects the faults of all filters, nested ones too', () => {
  const rows = { EntityName: 'Order', FieldName: 'Id', WhereClause: where('Total', 'EqualTo', 'x') };
  const Filters = [where('X', 'EqualTo', 1), where('Id', 'ExistsIn', rows)].flatMap(
    (each) => Object.values(each)[0] as object[],
  );
  expect(faultsOfWhere({ Filters }).map(({ path }) => path)).toEqual([
    'WhereClause.Filters[0].FieldName',
    'WhereClause.Filters[1].Value.WhereClause.Filters[0].Value',
  ]);
});

describe('read scope', () => {
  const inOrders = where('Id', 'ExistsIn', { EntityName: 'Order', FieldName: 'CustomerId' });

  // Requirement: T8
  it('None on the rows of an ExistsIn is refused', () => {
    const ctx = fixtureContext({ Customer: 'All' });
    expect(faultsOfWhere(inOrders, { ctx })).toMatchObject([{ code: 'ScopeNone', params: { EntityName: 'Order' } }]);
    expect(faultsOfWhere(inOrders, { ctx, rights: 'system' })).toEqual([]);
  });

  // Requirement: T8
  it('limits the rows of an ExistsIn', () => {
    const { text } = compileWhere(inOrders, { ctx: fixtureContext({ Order: 'Own' }) });
    expect(text).toContain(
      'FROM (SELECT * FROM "env_test"."Order" r WHERE (NOT r."IsDeleted" AND r."OwnerId" = $1::uuid)) te1',
    );
  });
});

describe('size', () => {
  const repeated = (times: number, filter: object): object => ({
    Filters: [filter],
    FilterLogic: Array(times).fill('1').join(' OR '),
  });
  const nested = (times: number, levels: number): object => {
    const WhereClause = levels === 0 ? undefined : nested(times, levels - 1);
    return repeated(times, {
      FieldName: 'Id',
      Operator: 21,
      Value: { EntityName: 'Customer', FieldName: 'Id', WhereClause },
    });
  };
  const name = { FieldName: 'Name', Operator: 3, Value: 'x' };

  // Requirement: R40
  it('is limited for repetition and nesting', () => {
    expect(faultsOfWhere(repeated(MAX_TESTS, name))).toEqual([]);
    expect(faultsOfWhere(repeated(MAX_TESTS + 1, name))).toMatchObject([{ code: 'BadFilter', path: 'WhereClause' }]);
    expect(faultsOfWhere(nested(20, 2))).toMatchObject([{ code: 'BadFilter', path: 'WhereClause' }]);
  });
});

// Requirement: R38
it('reads an absent WhereClause as no condition', () => {
  expect(compileWhere(undefined).text).toBe('true');
  expect(compileWhere({ Filters: [] }).text).toBe('true');
});
