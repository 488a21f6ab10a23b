import { raw } from '#core/sql/sql.js';
import { byIds } from '#records/core/matching/by-ids.js';
import { formatPageCursor } from '#queries/core/select/page-cursor.js';
import { compileReadImages } from '#records/core/hooks/read-images.sql.js';
import { compileEstimate, compileSelect } from '#queries/core/select/select-records.sql.js';
import { auditLogSql } from '#core/relations/audit-log.js';
import type { Scope } from '#core/catalogue/scope.js';
import { Args } from '#core/statements/args.js';
import { fixtureContext, fixtureEntity } from '../../support/fixture-catalogue.js';
import { compileWhere } from '../../support/where-compiler.js';
import { planOf, where } from '../../unit/queries/core/select/query.js';
import { textOf, type Rooms, type Statements } from './sql-of.js';

const ID = '0b1059ed-5b70-4550-80ae-7c8a6ffb76ff';
const SCOPED: Readonly<Record<string, Scope>> = { Customer: 'Own', Order: 'Team', Region: 'All', AuditEntry: 'Own' };
const BY_NAME = { EntityName: 'Customer', Sort: [{ FieldName: 'Name', Direction: 2 }, { FieldName: 'RegionId.Name' }] };
const GROUPS = {
  EntityName: 'Customer',
  GroupBy: ['Segment', { FieldName: 'LastSeen', Bucket: 'Month', TimeZone: 'Europe/Berlin' }],
  Aggregates: [
    { Function: 'Count', Alias: 'N' },
    { Function: 'CountDistinct', FieldName: 'TaxId', Alias: 'D' },
    { Function: 'Sum', FieldName: 'CreditLimit', Alias: 'S' },
    { Function: 'Avg', FieldName: 'Employees', Alias: 'A' },
    { Function: 'Min', FieldName: 'Segment', Alias: 'Lo' },
    { Function: 'Max', FieldName: 'Since', Alias: 'Hi' },
  ],
  Having: where('N', 'GreaterThan', 1),
  Sort: [{ FieldName: 'N', Direction: 2 }],
  Pager: {},
};
const INCLUDES = {
  EntityName: 'Customer',
  Includes: [
    { Name: 'Orders', Includes: [{ Name: 'CustomerId' }], Sort: [{ FieldName: 'OrderDate' }] },
    { Name: 'RegionId' },
  ],
};
const PAGED_INCLUDES = {
  EntityName: 'Customer',
  Includes: [{ Name: 'Orders', Pager: { PageNumber: 2, PageSize: 5 } }, { Name: 'RegionId' }, { Name: 'OwnerId' }],
};

const BODIES: Readonly<Record<string, object>> = {
  'one by Id': { EntityName: 'Customer', WhereClause: where('Id', 'EqualTo', ID) },
  'all rows': { EntityName: 'Customer', SelectedFields: ['Id', 'Name', 'RegionId.Name'] },
  'a sorted page': { ...BY_NAME, Pager: { PageNumber: 3, PageSize: 20 } },
  'an estimated count': { ...BY_NAME, Pager: { Count: 'Estimated' } },
  'no count': { ...BY_NAME, Pager: { Count: 'None' } },
  'deleted rows too': { EntityName: 'Region', IncludeDeleted: true },
  'lookup values and record information': { EntityName: 'Customer', LoadLookUpValues: true, LoadRecordInfo: true },
  'a search by index': { EntityName: 'Region', GlobalSearch: 'nor-t hern', Sort: [{ FieldName: 'Name' }] },
  'a short search': { EntityName: 'Region', GlobalSearch: 'no-rt', Pager: {} },
  groups: GROUPS,
  distinct: { EntityName: 'Customer', Distinct: true, SelectedFields: ['Segment', 'RegionId.Name'] },
  includes: INCLUDES,
  'paged includes': PAGED_INCLUDES,
  'audit entries': { EntityName: 'AuditEntry', Pager: {}, WhereClause: where('EntityName', 'EqualTo', 'Order') },
};

const SINGLE: readonly (readonly [field: string, operator: string, value?: unknown])[] = [
  ['Name', 'EqualTo', 'x'],
  ['TaxId', 'NotEqualTo', 'x'],
  ['Name', 'Contains', 'a%b'],
  ['Name', 'StartsWith', 'a'],
  ['Notes', 'EndsWith', 'a'],
  ['Name', 'IN', ['a', 'b']],
  ['Segment', 'GreaterThan', 'Small'],
  ['Employees', 'Between', [1, 2]],
  ['Since', 'LessThanOrEqualTo', '2026-01-31'],
  ['LastSeen', 'GreaterThanOrEqualTo', '2026-01-31T10:00:00Z'],
  ['Tags', 'Contains', 'Vip'],
  ['IsActive', 'EqualTo', true],
  ['RegionId.ParentId.Name', 'EqualTo', 'North'],
  ['RegionId', 'IsNull'],
];

function conditions(): Statements {
  const found = SINGLE.map(([field, operator, value]) => {
    const { text } = compileWhere(where(field, operator, value), { ctx: fixtureContext(SCOPED) });
    return [`where ${field} ${operator}`, text] as const;
  });
  return Object.fromEntries(found);
}

/** Queries of an administrator and of a caller with scopes. */
export function readStatements(): Rooms {
  const selects = Object.entries(BODIES).flatMap(([name, body]) => {
    const all = [`select ${name}`, textOf(compileSelect(planOf(body)))] as const;
    if ('IncludeDeleted' in body) return [all];
    return [all, [`select ${name}, scoped`, textOf(compileSelect(planOf(body, fixtureContext(SCOPED))))] as const];
  });
  const { entity, sort } = planOf(BY_NAME);
  const place = formatPageCursor(entity, sort, `["b",null,"${ID}"]`);
  const args = new Args(fixtureContext());
  const images = byIds(fixtureEntity('Customer'), [ID], args);
  const queries = {
    ...Object.fromEntries(selects),
    ...conditions(),
    'select behind a cursor': textOf(compileSelect(planOf({ ...BY_NAME, Pager: { Cursor: place } }))),
    'select estimate': textOf(compileEstimate(planOf({ ...BY_NAME, Pager: { Count: 'Estimated' } }))),
    'select estimate of groups': textOf(compileEstimate(planOf(GROUPS))),
    images: textOf(compileReadImages(fixtureContext(), fixtureEntity('Customer'), images, 10)),
  };
  const changes = {
    'audit log of all': textOf(auditLogSql(fixtureContext(), { keys: raw('keys'), mappings: raw('mappings') })),
    'audit log in scope': textOf(
      auditLogSql(fixtureContext(), { keys: raw('keys'), mappings: raw('mappings') }, fixtureContext(SCOPED)),
    ),
  };
  return { queries, changes };
}
