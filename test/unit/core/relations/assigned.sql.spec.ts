import type { Scope } from '#core/catalogue/scope.js';
import { accessKey, readableParts, readableSql, relationSql } from '#core/relations/relation.js';
import { raw, render } from '#core/sql/sql.js';
import { approvalContext } from '../../approvals/core/processes/parts-fixture.js';

const SCHEMA = '"env_test"';
const live = (name: string): string => `(SELECT * FROM ${SCHEMA}."${name}" r WHERE NOT r."IsDeleted")`;
const tasks = (column: string): string =>
  `SELECT k."${column}" FROM ${live('ApprovalTask')} k WHERE k."AssigneeId" = (SELECT $1::uuid) AND k."State" = 'Open'`;
const own = 'r."OwnerId" = $1::uuid';
const assigned = `ARRAY(${tasks('RecordId')} AND k."EntityName" = 'Offer')`;

const readable = (name: string, scope: Scope | undefined, ...approved: readonly string[]): string => {
  const ctx = approvalContext(approved, scope && { [name]: scope });
  return render(readableSql(ctx, ctx.catalogue.entity(name), raw('r'))).text;
};

describe('the condition of readable rows', () => {
  it('adds the record of an open task of the caller to scopes Own and Team', () => {
    expect(readable('Offer', 'Own', 'Offer')).toBe(`(${own} OR r."RecordInformationId" = ANY(${assigned}))`);
    expect(readable('Offer', 'Team', 'Offer')).toBe(
      `((${own} OR r."OwnerTeamId" = ANY($2::uuid[])) OR r."RecordInformationId" = ANY(${assigned}))`,
    );
  });

  it('adds parts at every level', () => {
    const ofOffer = `SELECT p."Id" FROM ${live('Offer')} p WHERE p."RecordInformationId" = ANY(${assigned})`;
    expect(readable('Item', 'Own', 'Offer')).toBe(`(${own} OR r."OfferId" = ANY(ARRAY(${ofOffer})))`);
    const ofItem = `SELECT p."Id" FROM ${live('Item')} p WHERE p."OfferId" = ANY(ARRAY(${ofOffer}))`;
    expect(readable('Remark', 'Own', 'Offer')).toBe(`(${own} OR r."ItemId" = ANY(ARRAY(${ofItem})))`);
  });

  it('follows loops with a recursive query', () => {
    expect(readable('Topic', 'Own', 'Topic')).toContain('r."Id" = ANY(ARRAY(WITH RECURSIVE b(entity, id) AS (');
  });

  it('adds the request, where any entity has approvals', () => {
    expect(readable('ApprovalRequest', 'Own', 'Offer')).toBe(`(${own} OR r."Id" = ANY(ARRAY(${tasks('RequestId')})))`);
    expect(readable('ApprovalRequest', 'Own')).toBe(own);
  });

  it.each<[string, Scope | undefined, string]>([
    ['Offer', 'All', 'true'],
    ['Offer', 'None', 'false'],
    ['Offer', undefined, 'true'],
    ['Viewing', 'Own', own],
    ['Topic', 'Own', own],
  ])('stays as it is for %s in scope %s', (name, scope, condition) => {
    expect(readable(name, scope, 'Offer')).toBe(condition);
  });
});

it('has two parts without common rows where rows are assigned, else one', () => {
  const reader = { ctx: approvalContext(['Offer'], { Offer: 'Own', Viewing: 'Own' }), rights: 'caller' } as const;
  const [offer, viewing] = ['Offer', 'Viewing'].map((name) => reader.ctx.catalogue.entity(name));
  const texts = readableParts(reader, offer, 'readable', true).map(
    (rows) => render(relationSql(reader, offer, rows)).text,
  );
  const isLive = 'NOT r."IsDeleted"';
  expect(texts).toEqual([
    `(SELECT * FROM ${SCHEMA}."Offer" r WHERE (${isLive} AND r."OwnerId" = ANY(ARRAY[$1::uuid])))`,
    `(SELECT * FROM ${SCHEMA}."Offer" r WHERE (${isLive} AND r."RecordInformationId" = ANY(${assigned}) AND (${own}) IS NOT TRUE))`,
  ]);
  expect(readableParts(reader, offer, 'readable', false)).toEqual(['scoped', 'assigned']);
  expect(readableParts(reader, viewing, 'readable', true)).toEqual(['own']);
  expect(readableParts(reader, viewing, 'readable', false)).toEqual(['readable']);
  expect(readableParts({ ...reader, rights: 'system' }, offer, 'readable', true)).toEqual(['readable']);
  expect(readableParts(reader, offer, 'stored', true)).toEqual(['stored']);
});

it('leaves the access key to scopes alone', () => {
  const keyOf = (...approved: readonly string[]): string =>
    accessKey({ ctx: approvalContext(approved, { Offer: 'Own' }), rights: 'caller' });
  expect(keyOf('Offer')).toBe(keyOf());
});
