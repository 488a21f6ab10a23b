import { FieldPath } from '#core/criteria/field-path.js';
import { FromClause } from '#core/criteria/from-clause.js';
import { render } from '#core/sql/sql.js';
import { MAX_ROW_MB } from '#core/sql/answer-limits.sql.js';
import { rowJson } from '#queries/core/select/row-json.sql.js';
import { fixtureContext } from '../../../../support/fixture-catalogue.js';
import { planOf } from './query.js';

function shown(body: object, ctx = fixtureContext()) {
  const plan = planOf(body, ctx);
  const frame = new FromClause(plan.reader, plan.entity, 'p');
  return { json: render(rowJson(plan, frame, MAX_ROW_MB)).text, joins: render(frame.joins()).text };
}
const users = '(SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted")';

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
  // Requirement: T13, T32
  it('shows null for fields of an unreadable target and keeps its Id', () => {
    const body = { EntityName: 'Customer', SelectedFields: ['RegionId'], LoadLookUpValues: true };
    expect(shown(body, fixtureContext({ Customer: 'Own' })).joins).toBe(
      ' LEFT JOIN (SELECT * FROM "env_test"."Region" r WHERE (NOT r."IsDeleted" AND false)) pj1 ON pj1."Id" = p."RegionId"',
    );
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
// See docs/interface/queries.md#lookup-values-and-record-information
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
