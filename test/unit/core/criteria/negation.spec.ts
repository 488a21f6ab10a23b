import { compileWhere } from '../../../support/where-compiler.js';

const clause = (FilterLogic: string, ...Filters: readonly object[]): object => ({ Filters, FilterLogic });
const filter = (FieldName: string, Operator: string, Value?: unknown, ValueType?: number): object => ({
  FieldName,
  Operator,
  Value,
  ValueType,
});
const nullSafe = (json: object): string => compileWhere(json, { nullSafeNegation: true }).text;

// See docs/interface/queries.md#null-in-filters
describe('NOT in a FilterLogic', () => {
  it.each([
    ['EqualTo', 'NotEqualTo', 'x'],
    ['IN', 'NOTIN', ['x']],
    ['Contains', 'NotContains', 'x'],
    ['StartsWith', 'NotStartsWith', 'x'],
    ['EndsWith', 'NotEndsWith', 'x'],
    ['Between', 'NotBetween', ['x', 'y']],
    ['SplitContains', 'NotSplitContains', ['x']],
    ['ExistsIn', 'NotExistsIn', { EntityName: 'Order', FieldName: 'CustomerId' }],
  ])('is the opposite of %s with NullSafeNegation: %s', (positive, negative, value) => {
    const field = positive === 'ExistsIn' ? 'Id' : 'Name';
    const [plain, twin] = [filter(field, positive, value), filter(field, negative, value)];
    expect(nullSafe(clause('NOT 1', plain))).toBe(nullSafe(clause('1', twin)));
    expect(nullSafe(clause('NOT 1', twin))).toBe(nullSafe(clause('1', plain)));
    expect(nullSafe(clause('NOT (NOT 1)', plain))).toBe(nullSafe(clause('1', plain)));
  });

  it('turns AND into OR around filters that it reaches, and keeps SQL’s NOT elsewhere', () => {
    const filters = [filter('Name', 'EqualTo', 'x'), filter('CreditLimit', 'GreaterThan', 1)];
    expect(nullSafe(clause('NOT (1 AND 2)', ...filters))).toMatch(/^\(\(.* IS NULL\) OR NOT \(.* > .*\)\)$/);
    expect(compileWhere(clause('NOT (1 AND 2)', ...filters)).text).toMatch(/^NOT \(\(.* AND .*\)\)$/);
  });
});

// See docs/interface/queries.md#null-in-filters
describe('a token without a value in a where-clause', () => {
  const texts = (json: object): string => compileWhere(json, { find: () => null }).text;

  it.each([
    ['EqualTo', '{{A}}'],
    ['NotEqualTo', '{{A}}'],
    ['EqualTo', 'No. {{A}}'],
    ['IN', ['{{A}}', '{{B}}']],
    ['NOTIN', ['{{A}}']],
    ['NOTIN', '{{A}},{{B}}'],
  ])('makes %s %j unknown, and NOT of it', (operator, value) => {
    expect(texts(clause('1', filter('Name', operator, value)))).toBe('NULL::boolean');
    expect(texts(clause('NOT 1', filter('Name', operator, value)))).toBe('NOT (NULL::boolean)');
  });

  it('leaves lists their other values', () => {
    expect(texts(clause('1', filter('Name', 'NOTIN', ['x', '{{A}}'])))).toMatch(/<> ALL/);
  });

  it('makes an ExistsIn true or unknown, and a NotExistsIn false or unknown', () => {
    const rows = {
      EntityName: 'Order',
      FieldName: 'CustomerId',
      WhereClause: clause('1', filter('Id', 'EqualTo', '{{A}}')),
    };
    expect(texts(clause('1', filter('Id', 'ExistsIn', rows)))).toMatch(/ OR NULL::boolean\)$/);
    expect(texts(clause('1', filter('Id', 'NotExistsIn', rows)))).toMatch(/ AND NULL::boolean\)$/);
  });

  it('is null where the author wrote it', () => {
    expect(texts(clause('1', filter('Name', 'EqualTo', null)))).toBe('t."Name" IS NULL');
  });
});
