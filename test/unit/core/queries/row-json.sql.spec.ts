import { FieldPath } from '../../../../src/core/criteria/field-path.js';
import { FromClause } from '../../../../src/core/criteria/from-clause.js';
import { render } from '../../../../src/core/sql/sql.js';
import { MAX_ROW_MB } from '../../../../src/core/queries/answer-limits.sql.js';
import { rowJson } from '../../../../src/core/queries/row-json.sql.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';
import { planOf } from './query.js';

function shown(body: object, ctx = fixtureContext()) {
  const plan = planOf(body, ctx);
  const frame = new FromClause(plan.reader, plan.entity, 'p');
  return { json: render(rowJson(plan, frame, MAX_ROW_MB)).text, joins: render(frame.joins()).text };
}

const regions = '(SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted")';
const users = '(SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted")';

// Requirement: R136
it('shows own fields by name, constants as they are, dotted ones by their dotted name', () => {
  expect(shown({ EntityName: 'Customer', SelectedFields: ['Name', 'AppId', 'RegionId.Name'] })).toEqual({
    json: `(('{"Name":' || to_json(p."Name")::text || ',"AppId":' || '"a0000000-0000-4000-8000-000000000002"') || (',"RegionId.Name":' || COALESCE(to_json(pj1."Name")::text, 'null') || '}'))`,
    joins: ` LEFT JOIN ${regions} pj1 ON pj1."Id" = p."RegionId"`,
  });
});

// Requirement: R136
it('shows own fields, then system fields, when none is selected', () => {
  const { json } = shown({ EntityName: 'Region' });
  expect([...json.matchAll(/"(\w+)":(?!:)/g)].map(([, name]) => name)).toEqual([
    'Name',
    'ParentId',
    'Id',
    'RecordInformationId',
    'StatusId',
    'OwnerId',
    'OwnerTeamId',
    'TenantId',
    'AppId',
    'EnvironmentId',
    'CreatedBy',
    'CreatedOn',
    'UpdatedBy',
    'UpdatedOn',
    'RowVersion',
    'IsDeleted',
  ]);
});

// Requirement: R135
describe('LoadLookUpValues', () => {
  it('replaces lookups in place, and a null one by null', () => {
    const body = { EntityName: 'Customer', SelectedFields: ['RegionId', 'Name'], LoadLookUpValues: true };
    expect(shown(body)).toEqual({
      json: `(('{"RegionId":' || COALESCE(CASE WHEN p."RegionId" IS NOT NULL THEN (('{"Id":' || ('"' || p."RegionId"::text || '"') || ',"Name":') || (COALESCE(to_json(pj1."Name")::text, 'null') || '}')) END, 'null') || ',"Name":') || (to_json(p."Name")::text || '}'))`,
      joins: ` LEFT JOIN ${regions} pj1 ON pj1."Id" = p."RegionId"`,
    });
  });

  // Requirement: T84
  it('shows users by their DisplayName in any scope', () => {
    const body = { EntityName: 'Customer', SelectedFields: ['OwnerId'], LoadLookUpValues: true };
    expect(shown(body, fixtureContext({ Customer: 'Own' }))).toEqual({
      json: `('{"OwnerId":' || (('{"Id":' || ('"' || p."OwnerId"::text || '"') || ',"DisplayName":') || (COALESCE(to_json(pj1."DisplayName")::text, 'null') || '}')) || '}')`,
      joins: ` LEFT JOIN ${users} pj1 ON pj1."Id" = p."OwnerId"`,
    });
  });

  // Requirement: T13, T32
  it('shows null for fields of an unreadable target and keeps its Id', () => {
    const body = { EntityName: 'Customer', SelectedFields: ['RegionId'], LoadLookUpValues: true };
    expect(shown(body, fixtureContext({ Customer: 'Own' })).joins).toBe(
      ' LEFT JOIN (SELECT * FROM "env_test"."Region" r WHERE (NOT r."IsDeleted" AND false)) pj1 ON pj1."Id" = p."RegionId"',
    );
  });

  it('replaces a lookup behind a lookup too', () => {
    const body = { EntityName: 'Order', SelectedFields: ['CustomerId.RegionId'], LoadLookUpValues: true };
    const { json, joins } = shown(body);
    expect(json).toContain(`'{"CustomerId.RegionId":' || COALESCE(CASE WHEN pj1."RegionId" IS NOT NULL THEN`);
    expect(joins).toContain(`LEFT JOIN ${regions} pj2 ON pj2."Id" = pj1."RegionId"`);
  });

  it('shows a target without a text field by its Id only', () => {
    const plan = planOf({ EntityName: 'Order' });
    const lookup = { ...plan.entity.fields.get('customerid')!, target: 'UserRole' };
    const fields = [new FieldPath(plan.entity, [], lookup)];
    const frame = new FromClause(plan.reader, plan.entity, 'p');
    expect(render(rowJson({ ...plan, fields, loadLookUpValues: true }, frame, MAX_ROW_MB)).text).toBe(
      `('{"CustomerId":' || ('{"Id":' || ('"' || p."CustomerId"::text || '"') || '}') || '}')`,
    );
  });
});

// Requirement: R135
// See docs/interface.md#lookup-values-and-record-information
it('adds the envelope with names for LoadRecordInfo', () => {
  const { json, joins } = shown({ EntityName: 'Customer', SelectedFields: ['Name'], LoadRecordInfo: true });
  expect([...json.matchAll(/"(\w+)":(?!:)/g)].map(([, name]) => name).join()).toBe(
    'Name,RecordInfo,Id,EntityName,RecordId,StatusId,StatusName,OwnerId,OwnerName,CreatedBy,CreatedOn,UpdatedBy,UpdatedOn,ApprovalRequestId',
  );
  expect(json).toContain(`'{"Id":' || ('"' || p."RecordInformationId"::text || '"')`);
  expect(json).toContain(`',"EntityName":' || '"Customer"'`);
  expect(json).toContain(`',"RecordId":' || ('"' || p."Id"::text || '"')`);
  expect(joins).toBe(
    ` LEFT JOIN (SELECT * FROM "env_test"."Status" r WHERE NOT r."IsDeleted") pj1 ON pj1."Id" = p."StatusId" LEFT JOIN ${users} pj2 ON pj2."Id" = p."OwnerId"`,
  );
});

// Requirement: R135
// See docs/interface.md#includes
describe('Includes', () => {
  const orders = '(SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted")';
  const customers = '(SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted")';

  it('are sub-selects per row, each with its own order and limit', () => {
    const Includes = [{ Name: 'orders', SelectedFields: ['Id'], Pager: { PageNumber: 2, PageSize: 5 } }];
    expect(shown({ EntityName: 'Customer', SelectedFields: ['Name'], Includes }).json).toBe(
      `(SELECT CASE WHEN 2145386495 + COALESCE(octet_length(pi.c0), 0) > 0 ` +
        `THEN (('{"Name":' || to_json(p."Name")::text || ',"Orders":') || ('[' || COALESCE(pi.c0, '') || ']' || '}')) END ` +
        `FROM (SELECT (SELECT CASE WHEN platform.within_2_mb(octet_length(s.json)) > 0 THEN string_agg(s.json, ',') END ` +
        `FROM (SELECT ('{"Id":' || ('"' || ps0."Id"::text || '"') || '}') AS json ` +
        `FROM (SELECT pm0.* FROM ${orders} pm0 WHERE (true AND pm0."CustomerId" = p."Id") ORDER BY pm0."CreatedOn", pm0."Id" LIMIT 5 OFFSET $1::bigint) ps0 LIMIT 5) s) AS c0 OFFSET 0) pi)`,
    );
  });

  it('without a page are joined and written at once, up to the limit', () => {
    const Includes = [{ Name: 'orders', SelectedFields: ['CustomerId.Name'] }];
    expect(shown({ EntityName: 'Customer', SelectedFields: ['Name'], Includes }).json).toContain(
      `FROM (SELECT ('{"CustomerId.Name":' || COALESCE(to_json(pm0j1."Name")::text, 'null') || '}') AS json ` +
        `FROM ${orders} pm0 LEFT JOIN ${customers} pm0j1 ON pm0j1."Id" = pm0."CustomerId" WHERE (true AND pm0."CustomerId" = p."Id") ORDER BY pm0."CreatedOn", pm0."Id" LIMIT 1000) s)`,
    );
  });

  it('of a lookup replace its id', () => {
    const Includes = [{ Name: 'RegionId', SelectedFields: ['Name'] }];
    expect(shown({ EntityName: 'Customer', SelectedFields: ['RegionId', 'Id'], Includes }).json).toContain(
      `'{"RegionId":' || COALESCE(pi.c0, 'null') || ',"Id":'`,
    );
  });
});
