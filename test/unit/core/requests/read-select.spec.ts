import { jsonOf } from '../../../support/json-of.js';
import { DomainError } from '#core/errors.js';
import type { JsonValue } from '#core/json/json.js';
import { readSelect } from '#core/requests/read-select.js';

const read = (body: object, strict = false) => readSelect(jsonOf({ EntityName: 'Customer', ...body }), strict);
const faults = (body: object): string[] => read(body).command.faults.list.map(({ code, path }) => `${code} ${path}`);

describe('readSelect', () => {
  // Requirement: R131
  it('reads a body that only names the entity', () => {
    const { command, log } = read({});
    expect(command).toMatchObject({ entityName: 'Customer', sort: [], loadLookUpValues: false, includeDeleted: false });
    expect([command.selectedFields, command.where, command.pager, log]).toEqual([undefined, undefined, undefined, []]);
    expect(faults({})).toEqual([]);
  });

  it.each<[string, JsonValue | undefined]>([
    ['no body', undefined],
    ['no object', []],
    ['no EntityName', jsonOf({})],
    ['an empty EntityName', jsonOf({ EntityName: '' })],
  ])('refuses %s', (_, body) => {
    expect(() => readSelect(body, false)).toThrow(DomainError);
  });

  // Requirement: R136
  it.each([
    ['absent', undefined, undefined],
    ['null', null, undefined],
    ['empty', [], undefined],
    ['given', ['Id', 'Name'], ['Id', 'Name']],
  ])('reads SelectedFields %s', (_, SelectedFields, names) => {
    expect(read({ SelectedFields }).command.selectedFields?.map(({ name }) => name)).toEqual(names);
  });

  it.each([
    [['Id', ''], 'Validation SelectedFields[1]'],
    [[1], 'Validation SelectedFields[0]'],
    ['Name', 'Validation SelectedFields'],
    [Array.from({ length: 1001 }, () => 'Name'), 'Validation SelectedFields'],
  ])('refuses SelectedFields %j', (SelectedFields, fault) => {
    expect(faults({ SelectedFields })).toEqual([fault]);
  });

  // Requirement: R42, T9
  it.each([
    [undefined, false],
    [null, false],
    [1, false],
    ['1', false],
    ['ASC', false],
    ['asc', false],
    [2, true],
    ['2', true],
    ['DESC', true],
    ['Desc', true],
  ])('reads Sort Direction %j', (Direction, descending) => {
    const { command } = read({ Sort: [{ FieldName: 'Name', Direction }] });
    expect(command.faults.list).toEqual([]);
    expect(command.sort).toEqual([{ name: 'Name', path: 'Sort[0].FieldName', descending }]);
  });

  // Requirement: R41, T9
  it.each([
    [[{ FieldName: 'Name', Direction: 0 }], 'Validation Sort[0].Direction'],
    [[{ FieldName: 'Name', Direction: 3 }], 'Validation Sort[0].Direction'],
    [[{ FieldName: 'Name', Direction: 'up' }], 'Validation Sort[0].Direction'],
    [[{ FieldName: 'Name', Direction: true }], 'Validation Sort[0].Direction'],
    [[{ Direction: 1 }], 'Validation Sort[0].FieldName'],
    [[{ FieldName: 'Name' }, 'Name'], 'Validation Sort[1]'],
    [[{ FieldName: 'Name', direction: 1 }], 'UnknownMember Sort[0].direction'],
    [{ FieldName: 'Name' }, 'Validation Sort'],
    [Array.from({ length: 33 }, () => ({ FieldName: 'Name' })), 'Validation Sort'],
  ])('refuses Sort %j', (Sort, fault) => {
    expect(faults({ Sort })).toEqual([fault]);
  });

  // Requirement: R44, R45, T20
  it.each([
    [{}, { number: 1, size: 50, count: 'Exact' }],
    [
      { PageNumber: 3, PageSize: 20 },
      { number: 3, size: 20, count: 'Exact' },
    ],
    [
      { PageNumber: '3', PageSize: '1000' },
      { number: 3, size: 1000, count: 'Exact' },
    ],
    [
      { PageNumber: null, PageSize: null, Count: null, Cursor: null },
      { number: 1, size: 50, count: 'Exact' },
    ],
    [{ Count: 'estimated' }, { number: 1, size: 50, count: 'Estimated' }],
    [
      { Count: 'None', Cursor: 'abc' },
      { number: 1, size: 50, count: 'None', cursor: 'abc' },
    ],
    [
      { PageNumber: 1, Cursor: 'abc' },
      { number: 1, size: 50, count: 'Exact', cursor: 'abc' },
    ],
  ])('reads Pager %j', (Pager, pager) => {
    const { command } = read({ Pager });
    expect(command.faults.list).toEqual([]);
    expect(command.pager).toEqual(pager);
  });

  it.each([
    [{ PageNumber: 11, PageSize: 1_000 }, []],
    [{ PageNumber: 12, PageSize: 1_000 }, [expect.stringContaining('reads and skips 11000 rows')]],
    [{ PageSize: 1_000, Cursor: 'abc' }, []],
  ])('logs the cursor for Pager %j behind 10,000 rows only', (Pager, log) => {
    expect(read({ Pager }).log).toEqual(log);
  });

  // Requirement: R45, T20
  it.each([
    [{ PageNumber: 0 }, 'Validation Pager.PageNumber'],
    [{ PageNumber: -1 }, 'Validation Pager.PageNumber'],
    [{ PageNumber: 1.5 }, 'Validation Pager.PageNumber'],
    [{ PageNumber: 3_000_000_000 }, 'Validation Pager.PageNumber'],
    [{ PageSize: 0 }, 'Validation Pager.PageSize'],
    [{ PageSize: 1001 }, 'Validation Pager.PageSize'],
    [{ PageSize: 'ten' }, 'Validation Pager.PageSize'],
    [{ Count: 'All' }, 'Validation Pager.Count'],
    [{ Cursor: 7 }, 'Validation Pager.Cursor'],
    [{ PageNumber: 2, Cursor: 'abc' }, 'Validation Pager.PageNumber'],
    [{ pageSize: 5 }, 'UnknownMember Pager.pageSize'],
    [5, 'Validation Pager'],
  ])('refuses Pager %j', (Pager, fault) => {
    expect(faults({ Pager })).toEqual([fault]);
  });

  // Requirement: R135
  it.each(['Includes', 'GroupBy', 'Aggregates', 'Having', 'Distinct', 'GlobalSearch', 'LoadChildren'])(
    'reads null or empty %s as absent',
    (name) => {
      const empty = { Having: {}, Distinct: false, GlobalSearch: '', LoadChildren: false }[name] ?? [];
      expect(read({ [name]: null }).command).toEqual(read({}).command);
      expect(read({ [name]: empty }).command).toEqual(read({}).command);
      expect(faults({ [name]: empty })).toEqual([]);
    },
  );

  it.each<[object, string[]]>([
    [{ Having: { Filters: [{ FieldName: 'A', Operator: 6 }] } }, ['Validation Having']],
    [{ Distinct: true }, ['Validation SelectedFields']],
    [
      { Distinct: true, SelectedFields: ['Name'], LoadLookUpValues: true, LoadRecordInfo: true, LoadChildren: true },
      ['Validation LoadChildren', 'Validation LoadLookUpValues', 'Validation LoadRecordInfo'],
    ],
    [
      { GroupBy: ['Name'], Distinct: true, LoadLookUpValues: true, Includes: [{ Name: 'Orders' }] },
      ['Validation Distinct', 'Validation Includes', 'Validation LoadLookUpValues'],
    ],
    [{ Aggregates: [{ Function: 'Count' }], LoadRecordInfo: true }, ['Validation LoadRecordInfo']],
    [{ GlobalSearch: 'x'.repeat(1001) }, ['Validation GlobalSearch']],
    [{ GlobalSearch: 7 }, ['Validation GlobalSearch']],
    [{ GlobalSearch: 'a\0' }, ['Validation GlobalSearch']],
  ])('refuses contradictory members: %j', (body, expected) => {
    expect(faults(body)).toEqual(expected);
  });

  it('reads the flags and Options', () => {
    const { command } = read({
      LoadLookUpValues: true,
      LoadRecordInfo: 'TRUE',
      IncludeDeleted: true,
      Options: { NullSafeNegation: true },
    });
    expect(command).toMatchObject({
      loadLookUpValues: true,
      loadRecordInfo: true,
      includeDeleted: true,
      nullSafeNegation: true,
    });
  });

  // Requirement: R15
  it('refuses unknown members that would change the answer, and logs those without a value', () => {
    expect(read({ Colour: null }).log).toEqual(["Unknown member 'Colour' was ignored."]);
    expect(read({ Colour: null }, true).command.faults.list).toHaveLength(1);
    expect(faults({ whereClause: {} })).toEqual(['UnknownMember whereClause']);
    expect(
      faults({
        AsOf: '2026-01-01',
        Options: { Timeout: 3 },
        Pager: { Skip: 1 },
        Sort: [{ FieldName: 'Name', Nulls: 'First' }],
        Includes: [{ Name: 'Orders', LoadLookUpValues: true }],
        GroupBy: [{ FieldName: 'Name', Rollup: true }],
        Aggregates: [{ Function: 'Count', Window: 3 }],
      }),
    ).toEqual(
      expect.arrayContaining(
        ['AsOf', 'Options.Timeout', 'Pager.Skip', 'Sort[0].Nulls', 'Includes[0].LoadLookUpValues', 'GroupBy[0].Rollup']
          .concat('Aggregates[0].Window')
          .map((path) => `UnknownMember ${path}`),
      ),
    );
  });

  it('logs unknown members of filters, in which clients repeat their own', () => {
    const Filters = [{ FieldName: 'Name', Operator: 3, Value: 'x', Colour: 1 }];
    expect(read({ WhereClause: { Filters } }).log).toEqual([
      "Unknown member 'WhereClause.Filters[0].Colour' was ignored.",
    ]);
  });

  it('reports all faults of a body together', () => {
    expect(faults({ Sort: [{ FieldName: 'Name', Direction: 0 }], Pager: { PageSize: 0 }, LoadRecordInfo: 1 })).toEqual([
      'Validation Sort[0].Direction',
      'Validation Pager.PageSize',
      'Validation LoadRecordInfo',
    ]);
  });
});
