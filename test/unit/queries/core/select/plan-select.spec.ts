import type { Scope } from '#core/catalogue/scope.js';
import { formatPageCursor } from '#queries/core/select/page-cursor.js';
import { fixtureContext } from '../../../../support/fixture-catalogue.js';
import { faultsOf, planOf, where } from './query.js';

const ID = '0b1059ed-5b70-4550-80ae-7c8a6ffb76ff';
const Customer = (body: object = {}) => ({ EntityName: 'Customer', ...body });
const as = (scopes: Readonly<Record<string, Scope>>) => fixtureContext(scopes);

describe('fields', () => {
  // Requirement: R136
  it('are the selected ones once, in their order and canonical case', () => {
    const SelectedFields = ['name', 'regionid.NAME', 'Id', 'Name'];
    expect(planOf(Customer({ SelectedFields })).fields?.map(({ name }) => name)).toEqual([
      'Name',
      'RegionId.Name',
      'Id',
    ]);
  });

  it.each<[string, object]>([
    ['none is selected', {}],
    ['* alone is', { SelectedFields: ['*', '*'] }],
  ])('are all when %s', (_, body) => {
    expect(planOf(Customer(body)).fields).toBeUndefined();
  });

  it('are all in place of *, each once, beside the others', () => {
    const { entity, fields } = planOf(Customer({ SelectedFields: ['RegionId.Name', 'Name', '*', 'TaxId'] }));
    const own = [...entity.fields.values()].map(({ name }) => name).filter((name) => name !== 'Name');
    expect(fields?.map(({ name }) => name)).toEqual(['RegionId.Name', 'Name', ...own]);
  });
});

describe('refusals', () => {
  it.each<[string, object, string[]]>([
    // Requirement: R137
    ['an unknown entity', { EntityName: 'Custmer', Pager: { PageSize: 0 } }, ['UnknownEntity']],
    // Requirement: R137
    [
      'unknown fields anywhere, all at once',
      Customer({
        SelectedFields: ['Nix', 'Id'],
        Sort: [{ FieldName: 'Nada' }],
        WhereClause: where('No', 'EqualTo', 1),
      }),
      [
        'UnknownField SelectedFields[0]',
        'UnknownField Sort[0].FieldName',
        'UnknownField WhereClause.Filters[0].FieldName',
      ],
    ],
    [
      'faults of shape and of names together',
      Customer({ Pager: { PageSize: 0 }, SelectedFields: ['Nix'] }),
      ['Validation Pager.PageSize', 'UnknownField SelectedFields[0]'],
    ],
    [
      '* as a column of distinct rows',
      Customer({ SelectedFields: ['Name', '*'], Distinct: true }),
      ['Validation SelectedFields[1]', 'UnknownField SelectedFields[1]'],
    ],
    // Requirement: T20
    ['a cursor that is none', Customer({ Pager: { Cursor: 'x' } }), ['Validation Pager.Cursor']],
  ])('report %s', (_, body, faults) => {
    expect(faultsOf(body)).toEqual(faults);
  });

  // Requirement: R133, T34
  it('report read scope None before any fault of shape', () => {
    expect(faultsOf(Customer({ Pager: { PageSize: 0 } }), as({ Region: 'All' }))).toEqual(['ScopeNone']);
  });

  it('report IncludeDeleted of callers who are not Administrators', () => {
    expect(faultsOf(Customer({ IncludeDeleted: true }), as({ Customer: 'All' }))).toEqual(['AdministratorRequired']);
    expect(planOf(Customer({ IncludeDeleted: true })).rows).toBe('stored');
  });
});

// Requirement: T84
describe('public fields', () => {
  const nobody = as({});
  const User = (body: object = {}) => ({ EntityName: 'User', ...body });

  it('are what * means without read scope', () => {
    const { fields, rows } = planOf(User({ SelectedFields: ['Id', '*'] }), nobody);
    expect([fields?.map(({ name }) => name), rows]).toEqual([['Id', 'DisplayName', 'IsActive'], 'live']);
  });

  it('are what a caller without read scope sees, of all live rows', () => {
    const { fields, rows } = planOf(User(), nobody);
    expect([fields?.map(({ name }) => name), rows]).toEqual([['DisplayName', 'IsActive', 'Id'], 'live']);
  });

  it.each([
    [
      {
        SelectedFields: ['DisplayName'],
        Sort: [{ FieldName: 'DisplayName' }],
        WhereClause: where('IsActive', 'EqualTo', true),
      },
    ],
    [
      {
        SelectedFields: ['Id'],
        WhereClause: where('Id', 'ExistsIn', { EntityName: 'Customer', FieldName: 'OwnerId' }),
      },
    ],
  ])('may be used by every member: %j', (body) => {
    expect(planOf(User(body), as({ Customer: 'Own' })).rows).toBe('live');
  });

  it.each([
    [{ SelectedFields: ['Email'] }],
    [{ SelectedFields: ['ManagerId.DisplayName'] }],
    [{ Sort: [{ FieldName: 'Email' }] }],
    [{ WhereClause: where('Email', 'IsNULL') }],
    [{ WhereClause: where('DisplayName', 'EqualTo', 'Email', { ValueType: 3 }) }],
    [{ LoadRecordInfo: true }],
  ])('are the only ones usable without read scope: %j', (body) => {
    expect(faultsOf(User(body), nobody)).toEqual(['ScopeNone']);
  });

  it.each<[Scope, object, string]>([
    ['Own', { SelectedFields: ['DisplayName'] }, 'live'],
    ['Own', { SelectedFields: ['DisplayName', 'Email'] }, 'readable'],
    ['Own', {}, 'readable'],
    ['All', { SelectedFields: ['DisplayName'] }, 'readable'],
  ])('with read scope %s the query %j sees %s rows', (scope, body, rows) => {
    expect(planOf(User(body), as({ User: scope })).rows).toBe(rows);
  });
});

describe('pages', () => {
  it.each<[string, object, string]>([
    ['no identity', where('Name', 'EqualTo', 'Bolt'), 'all'],
    ['the Id', where('Id', 'EqualTo', ID), 'one'],
    // Requirement: R26
    ['the record-information id', where('RecordInformationId', 'EqualTo', ID), 'one'],
    ['a unique field', where('TaxId', 'EqualTo', 'x'), 'one'],
    ['several Ids', where('Id', 'IN', [ID]), 'all'],
    ['not the Id', { ...where('Id', 'EqualTo', ID), FilterLogic: 'NOT 1' }, 'all'],
    ['another row’s Id', where('RegionId.Id', 'EqualTo', ID), 'all'],
    ['a field beside it', where('Id', 'EqualTo', 'ExternalId', { ValueType: 3 }), 'all'],
  ])('depend on the identity in a query by %s', (_, WhereClause, kind) => {
    expect(planOf(Customer({ WhereClause })).page.kind).toBe(kind);
  });

  it('treat ids as unique among deleted rows, but not unique fields', () => {
    const stored = (FieldName: string, value: string) =>
      planOf(Customer({ IncludeDeleted: true, WhereClause: where(FieldName, 'EqualTo', value) })).page.kind;
    expect([stored('TaxId', 'x'), stored('Id', ID)]).toEqual(['all', 'one']);
  });

  // Requirement: R45
  it.each([
    [{}, { kind: 'pager', size: 50, count: 'Exact' }, []],
    [
      { PageNumber: 3, PageSize: 20, Count: 'None' },
      { kind: 'pager', size: 20, count: 'None', offset: { index: 8 } },
      ['40'],
    ],
    [{ PageNumber: 2 ** 31 - 1, PageSize: 1000 }, { offset: { index: 8 } }, ['2147483646000']],
  ])('are read from Pager %j', (Pager, page, values) => {
    const plan = planOf(Customer({ Pager }));
    expect(plan.page).toMatchObject(page);
    expect(plan.args.values.slice(8)).toEqual(values);
  });

  it('start behind the row of the cursor', () => {
    const Sort = [{ FieldName: 'Since', Direction: 2 }, { FieldName: 'Employees' }];
    const { entity, sort } = planOf(Customer({ Sort }));
    const Cursor = formatPageCursor(entity, sort, `["2026-01-31",null,"${ID}"]`);
    const plan = planOf(Customer({ Sort, Pager: { Cursor } }));
    expect(plan.page).toMatchObject({ after: [{ type: 'date' }, null, { type: 'uuid' }] });
    expect(plan.args.values.slice(8)).toEqual(['2026-01-31', ID]);
  });
});

describe('the shape key', () => {
  const base = { SelectedFields: ['Name'], WhereClause: where('Name', 'EqualTo', 'a'), Pager: { PageNumber: 2 } };
  const keyOf = (body: object, scopes?: Readonly<Record<string, Scope>>) =>
    planOf(Customer(body), fixtureContext(scopes)).key;

  it.each<[string, object]>([
    ['values', { WhereClause: where('Name', 'EqualTo', 'b') }],
    ['the number of a later page', { Pager: { PageNumber: 7 } }],
    ['letter case', { SelectedFields: ['NAME'] }],
  ])('does not depend on %s', (_, change) => {
    expect(keyOf({ ...base, ...change })).toBe(keyOf(base));
  });

  it('differs with everything the text depends on', () => {
    const cursor = (keys: string) => {
      const Sort = [{ FieldName: 'Since' }, { FieldName: 'Employees' }];
      const { entity, sort } = planOf(Customer({ Sort }));
      return { ...base, Sort, Pager: { Cursor: formatPageCursor(entity, sort, keys) } };
    };
    const keys = [
      keyOf(base),
      keyOf({ ...base, SelectedFields: ['Name', 'Id'] }),
      keyOf({ ...base, SelectedFields: undefined }),
      keyOf({ ...base, WhereClause: where('Name', 'NotEqualTo', 'a') }),
      keyOf({ ...base, WhereClause: where('Name', 'NotEqualTo', 'a'), Options: { NullSafeNegation: true } }),
      keyOf({ ...base, Sort: [{ FieldName: 'Name' }] }),
      keyOf({ ...base, Sort: [{ FieldName: 'Name', Direction: 2 }] }),
      keyOf({ ...base, Sort: [{ FieldName: 'Since' }] }),
      keyOf({ ...base, Pager: undefined }),
      keyOf({ ...base, Pager: {} }),
      keyOf({ ...base, Pager: { PageNumber: 2, PageSize: 20 } }),
      keyOf({ ...base, Pager: { PageNumber: 2, Count: 'None' } }),
      keyOf({ ...base, Pager: { PageNumber: 2, Count: 'Estimated' } }),
      keyOf(cursor(`["2026-01-31",null,"${ID}"]`)),
      keyOf(cursor(`[null,7,"${ID}"]`)),
      keyOf(cursor(`["2026-01-31",7,"${ID}"]`)),
      keyOf({ ...base, LoadLookUpValues: true }),
      keyOf({ ...base, LoadRecordInfo: true }),
      keyOf({ ...base, IncludeDeleted: true }),
      keyOf(base, { Customer: 'Own' }),
      keyOf(base, { Customer: 'Team' }),
      keyOf(base, { Customer: 'Own', Region: 'All' }),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });
});
