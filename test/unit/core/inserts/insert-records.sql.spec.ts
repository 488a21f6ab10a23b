import type { RequestContext } from '../../../../src/core/context.js';
import type { InsertPlan } from '../../../../src/core/inserts/insert-plan.js';
import { compileInsert } from '../../../../src/core/inserts/insert-records.sql.js';
import { planInsert } from '../../../../src/core/inserts/plan-insert.js';
import { planSharedInsert } from '../../../../src/core/inserts/plan-shared-insert.js';
import { CALLER, fixtureContext } from '../../../support/fixture-catalogue.js';
import { change, columns, columnsOf, json, operation, rows, type Call } from '../writes/expected-sql.js';
import { bound, draftOf, givenId, INITIAL_STATUS, madeId, writer } from '../writes/write-fixture.js';

const AT = '2026-03-15T22:30:00.000Z';
const { correlationId } = fixtureContext();
const IDS = '"n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid, "OwnerId" uuid, "OwnerTeamId" uuid';
const NO_FAULT = 'fault AS MATERIALIZED (SELECT 0 AS guard, 0 AS n WHERE false)';
const FAULTS = '(SELECT json_agg(json_build_array(f.guard, f.n) ORDER BY f.guard, f.n)::text FROM fault f) AS faults';

interface Insert {
  readonly fields: object;
  readonly mode?: InsertPlan['mode'];
  readonly ctx?: RequestContext;
}

/** The statement's CTEs by name, what it selects, and its values. */
function compiled(entity: string, { fields, mode = 'store', ctx = writer() }: Insert) {
  const plan = planInsert(ctx, draftOf(entity, fields, ctx), { mode });
  const { text, values } = bound(compileInsert(ctx, plan), plan.args);
  return { text, values };
}

/** The values of the stored columns: from the row, from the call for audit columns, or from `given`. */
const values = (entity: string, { user, at }: Call, given: Readonly<Record<string, string>> = {}): string => {
  const stamps: Readonly<Record<string, string>> = {
    CreatedBy: `${user}::uuid`,
    CreatedOn: `${at}::timestamptz`,
    UpdatedBy: `${user}::uuid`,
    UpdatedOn: `${at}::timestamptz`,
    RowVersion: '1::bigint',
    IsDeleted: 'false',
  };
  return columns(entity, (name) => `${given[name] ?? stamps[name] ?? `r."${name}"`} AS "${name}"`);
};

const stored = (entity: string, i: number): string =>
  `i${i} AS (INSERT INTO "env_test"."${entity}" AS s (${columnsOf(entity)}) SELECT ${columnsOf(entity)} FROM x${i} WHERE NOT EXISTS (SELECT 1 FROM fault) ` +
  `RETURNING s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ${json(entity, 's')} AS row)`;

const NOTHING_WRONG = 'NOT EXISTS (SELECT 1 FROM fault)';

// Requirement: R70, R92
it('inserts one record in one statement: check, store, change row, outcome', () => {
  const call = { user: '$1', at: '$2', correlation: '$4', source: '$5', version: '$6' };
  const record = '(SELECT i0.row FROM i0 WHERE i0."Id" = $7::uuid)';
  expect(compiled('Tag', { fields: { Label: 'x' } })).toEqual({
    text:
      `WITH x0 AS MATERIALIZED (SELECT r."n", ${values('Tag', call)} FROM (SELECT s.* FROM json_to_record($3::json) AS s(${IDS}, "RegionId" uuid, "Label" text)) r), ` +
      `${NO_FAULT}, ${stored('Tag', 0)}, ${change(call, 'Create', { Tag: 'i0' })}, ` +
      `${operation(call, ['Tag', 'Insert'], { ids: 'ARRAY[$7::uuid]', when: NOTHING_WRONG, answer: [record, '1'] })} ` +
      `SELECT ${FAULTS}, ${record} AS record`,
    values: [
      CALLER.userId,
      AT,
      `{"n":0,"Id":"${madeId(1)}","RecordInformationId":"${madeId(2)}","OwnerId":"${CALLER.userId}","OwnerTeamId":"${CALLER.teamId}","Label":"x"}`,
      correlationId,
      null,
      '1',
      madeId(1),
    ],
  });
});

// Requirement: R101, T23
it('joins and locks a matched readable target; the writer sees only what they may read', () => {
  const ctx = writer({ Tag: { create: 'All', read: 'Own' }, Region: { read: 'Team' } });
  const { text, values: given } = compiled('Tag', {
    ctx,
    fields: { RegionId: { Match: { FieldName: 'Name', Value: 'North' } } },
  });
  const call = { user: '$1', at: '$2', correlation: '$5', source: '$6', version: '$7' };
  const regions = rows('Region', '(r."OwnerId" = $1::uuid OR r."OwnerTeamId" = ANY($4::uuid[]))');
  const lower = (value: string): string => `lower(${value} COLLATE "und-x-icu")`;
  const record = `(SELECT CASE WHEN i0."OwnerId" = $1::uuid THEN i0.row ELSE (('{"Id":' || ('"' || i0."Id"::text || '"') || ',"RecordInformationId":' || ('"' || i0."RecordInformationId"::text || '"')) || (',"RowVersion":' || i0."RowVersion"::text || '}')) END FROM i0 WHERE i0."Id" = $8::uuid)`;
  const regionId = 'COALESCE(r."RegionId", "RegionId~Name"."Id")';
  expect(text).toBe(
    `WITH x0 AS MATERIALIZED (SELECT r."n", ${values('Tag', call, { RegionId: regionId })}, r."RegionId~Name" FROM (SELECT s.* FROM json_to_record($3::json) AS s(${IDS}, "RegionId" uuid, "Label" text, "RegionId~Name" text)) r` +
      ` LEFT JOIN ${regions} "RegionId~Name" ON ${lower('"RegionId~Name"."Name"')} = ${lower('r."RegionId~Name"')}), ` +
      `l0_0 AS MATERIALIZED (SELECT t."Id" FROM ${regions} t WHERE t."Id" IN (SELECT x."RegionId" FROM x0 x WHERE x."RegionId" IS NOT NULL) ORDER BY t."Id" FOR KEY SHARE OF t), ` +
      `fault AS MATERIALIZED (SELECT 0 AS guard, x."n" AS n FROM x0 x WHERE ((x."RegionId" IS NOT NULL OR x."RegionId~Name" IS NOT NULL) AND NOT EXISTS (SELECT 1 FROM l0_0 t WHERE t."Id" = x."RegionId"))), ` +
      `${stored('Tag', 0)}, ${change(call, 'Create', { Tag: 'i0' })}, ` +
      `${operation(call, ['Tag', 'Insert'], { ids: 'ARRAY[$8::uuid]', when: NOTHING_WRONG, answer: [record, '1'] })} ` +
      `SELECT ${FAULTS}, ${record} AS record`,
  );
  expect(given[2]).toContain('"RegionId~Name":"North"');
});

// Requirement: R94
it('sets the team of a named owner, who must be active and in scope', () => {
  const ctx = writer({ Tag: { create: 'Own', read: 'All' } });
  const { text } = compiled('Tag', { ctx, fields: { OwnerId: givenId(7) } });
  expect(text).toContain(
    `${values('Tag', { user: '$1', at: '$2', correlation: '$4' }, { OwnerTeamId: 'COALESCE(r."OwnerTeamId", "owner"."PrimaryTeamId")' })} FROM`,
  );
  expect(text).toContain(` r LEFT JOIN ${rows('User')} "owner" ON "owner"."Id" = r."OwnerId"), fault AS`);
  expect(text).toContain(
    `fault AS MATERIALIZED (SELECT 0 AS guard, x."n" AS n FROM x0 x WHERE NOT EXISTS (SELECT 1 FROM ${rows('User')} u WHERE u."Id" = x."OwnerId" AND (u."IsActive" OR u."Id" = $1::uuid)) ` +
      'UNION ALL SELECT 1 AS guard, x."n" AS n FROM x0 x WHERE NOT (x."OwnerId" = $1::uuid)), i0',
  );
});

describe('a record with children, a number, a first status and the owner of its target', () => {
  const { text, values: given } = compiled('Order', {
    fields: { CustomerId: givenId(1), Lines: [{ Quantity: 1 }, {}] },
  });
  const call = { user: '$4', at: '$5', correlation: '$9', source: '$10' };
  const derived = {
    OwnerId: 'COALESCE(r."OwnerId", "source"."OwnerId")',
    OwnerTeamId: 'COALESCE(r."OwnerTeamId", "source"."OwnerTeamId")',
  };

  // Requirement: R102, T26
  it('draws the number once per row and reads the owner from the locked target', () => {
    const counter = 'r."Number"::text';
    const number = `$2::text || lpad(${counter}, GREATEST(3, length(${counter})), '0') || $3::text`;
    expect(text).toContain(
      `WITH o0 AS MATERIALIZED (SELECT t."Id", t."OwnerId", t."OwnerTeamId" FROM ${rows('Customer')} t WHERE t."Id" = ANY($1::uuid[]) ORDER BY t."Id" FOR KEY SHARE OF t), ` +
        `x0 AS MATERIALIZED (SELECT r."n", ${values('Order', call, { ...derived, Number: number })} ` +
        `FROM (SELECT s.*, nextval($6::regclass) AS "Number" FROM json_to_record($7::json) AS s(${IDS}, "CustomerId" uuid, "BillToId" uuid, "Title" text)) r ` +
        `LEFT JOIN (SELECT "Id", "OwnerId", "OwnerTeamId" FROM o0) "source" ON r."OwnerId" IS NULL AND "source"."Id" = r."CustomerId"), x1`,
    );
    expect(given.slice(1, 3)).toEqual(['O-2026-', '']);
    expect(given[5]).toMatch(/^"env_test"\."Order\.Number\.O-2026-_no_\w{7}"$/);
    expect(given[6]).toContain(`"StatusId":"${INITIAL_STATUS}"`);
  });

  // Requirement: R100
  it('makes the parent visible to children in the same statement', () => {
    expect(text).toContain(
      `x1 AS MATERIALIZED (SELECT r."n", ${values('Line', call, derived)} FROM (SELECT s.* FROM json_to_recordset($8::json) AS s(${IDS}, "OrderId" uuid, "Quantity" bigint)) r ` +
        `LEFT JOIN (SELECT "Id", "OwnerId", "OwnerTeamId" FROM x0) "source" ON r."OwnerId" IS NULL AND "source"."Id" = r."OrderId"), `,
    );
  });

  // Requirement: T22, R178
  it('stores a first history row and logs parents before children', () => {
    expect(text).toContain(
      `l0_0 AS MATERIALIZED (SELECT t."Id" FROM ${rows('Customer')} t WHERE t."Id" = ANY($1::uuid[])`,
    );
    expect(text).toContain(`${stored('Order', 0)}, ${stored('Line', 1)}, x2 AS MATERIALIZED (SELECT `);
    expect(text).toContain('i2 AS (INSERT INTO "env_test"."StatusHistory" AS s (');
    expect(text).toContain(change(call, 'Create', { Order: 'i0', Line: 'i1', StatusHistory: 'i2' }));
  });
});

describe('modes', () => {
  it('explain checks for every fault and stores nothing', () => {
    const { text } = compiled('Order', { fields: { CustomerId: givenId(1) }, mode: 'explain' });
    const clash = (condition: string): string => `EXISTS (SELECT 1 FROM ${rows('Order')} t WHERE ${condition})`;
    expect(text).toContain(
      `UNION ALL SELECT 1 AS guard, x."n" AS n FROM x0 x WHERE ${clash('t."Id" = x."Id"')} ` +
        `UNION ALL SELECT 2 AS guard, x."n" AS n FROM x0 x WHERE ${clash('(t."CustomerId" = x."CustomerId" AND t."Title" = x."Title")')}) ` +
        `SELECT ${FAULTS}, NULL::text AS record`,
    );
    expect(text).not.toMatch(/INSERT|nextval/);
  });

  it('image answers the rows as they would be, without checks or numbers', () => {
    const { text } = compiled('Order', { fields: { CustomerId: givenId(1), Lines: [{}] }, mode: 'image' });
    expect(text).toContain('NULL::text AS "Number"');
    expect(text).toMatch(
      / SELECT NULL::text AS faults, '\[' \|\| string_agg\(.*\) \|\| '\]' AS record FROM \(SELECT x0\."n", .* UNION ALL SELECT x1\."n", .* AS row FROM x1\) r$/,
    );
    expect(text).not.toMatch(/INSERT|nextval|fault /);
  });

  it('part leaves the outcome to the enclosing write', () => {
    const { text } = compiled('Tag', { fields: {}, mode: 'part' });
    expect([text.includes('platform.change'), text.includes('platform.operation')]).toEqual([true, false]);
  });

  it('answers the requested record even when another entity may hold its owner and comes first', () => {
    const { text } = compiled('Order', { fields: { CustomerId: givenId(1), BillToId: { Name: 'New' } } });
    expect(text).toContain(stored('Customer', 0));
    expect(text).toMatch(/AS faults, \(SELECT i1\.row FROM i1 WHERE i1\."Id" = \$\d+::uuid\) AS record$/);
  });
});

describe('the inserts of several calls', () => {
  const ctx = writer();
  const drafts = ['a', 'b'].map((Label) => draftOf('Tag', { Label }, ctx));
  const plan = planSharedInsert(
    ctx,
    drafts.map((draft, i) => ({ correlationId: givenId(i), principal: ctx.principal, draft })),
    false,
  );
  const { text, values: given } = bound(compileInsert(ctx, plan), plan.args);

  // Requirement: T15
  it('store each record with the change and the outcome of its own call', () => {
    const call = { user: '$1', at: '$2', correlation: '$4', source: '$6', version: '$7' };
    const own = '($4::uuid[])[array_position($5::uuid[], c."Id")]';
    expect(text).toContain(change(call, 'Create', { Tag: 'i0' }).replace('$4::uuid', own));
    const answer = ['(SELECT i0.row FROM i0 WHERE i0."Id" = s.root)', '1'] as const;
    expect(text).toContain(
      operation(call, ['Tag', 'Insert'], { ids: 'ARRAY[s.root]', when: NOTHING_WRONG, answer })
        .replaceAll('$4::uuid', 's.call')
        .replace(' FROM LATERAL', ' FROM unnest($4::uuid[], $5::uuid[]) AS s(call, root), LATERAL'),
    );
    expect(given.slice(3, 5)).toEqual([[givenId(0), givenId(1)], drafts.map(({ groups }) => groups[0].rows[0].id)]);
  });

  it('answer one row per call, or the faults of all', () => {
    expect(text).toMatch(/ AS faults, i0\."Id" AS id, i0\.row AS record FROM \(SELECT\) one LEFT JOIN i0 ON true$/);
  });
});

it('the inserts of several callers store each record as created by its owner, who is the user of its change and outcome', () => {
  const ctx = writer();
  const inserts = ['a', 'b'].map((Label, i) => ({
    correlationId: givenId(i),
    principal: ctx.principal,
    draft: draftOf('Tag', { Label }, ctx),
  }));
  const plan = planSharedInsert(ctx, inserts, true);
  const { text } = bound(compileInsert(ctx, plan), plan.args);
  expect(text).toContain('r."OwnerId" AS "CreatedBy"');
  expect(text).toContain('r."OwnerId" AS "UpdatedBy"');
  expect(text).toMatch(/'Tag', 'Create', c\."OwnerId", \(\$\d+::uuid\[\]\)\[array_position/);
  expect(text).toMatch(/ s\.caller, 'Tag', 'Insert', .* unnest\(.*\) AS s\(call, root, caller\)/);
  expect(text).not.toContain('$1::uuid');
});
