import type { RequestContext } from '../../../../src/core/context.js';
import { Args } from '../../../../src/core/sql/args.js';
import { planUpdate } from '../../../../src/core/updates/plan-update.js';
import type { UpdatePlan } from '../../../../src/core/updates/update-plan.js';
import { compileUpdate, compileVersions } from '../../../../src/core/updates/update-records.sql.js';
import { CALLER, fixtureContext } from '../../../support/fixture-catalogue.js';
import { change, changed, columns, columnsOf, listed, operation, rows, type Call } from '../writes/expected-sql.js';
import { bound, entityOf, givenId, matching, updateOf, writer } from '../writes/write-fixture.js';

const ID = givenId(5);
const AT = '2026-03-15T22:30:00.000Z';
const FAULTS =
  '(SELECT json_agg(json_build_array(f.guard, f.n))::text FROM (SELECT guard, n FROM fault ORDER BY guard, n LIMIT 1000) f) AS faults';

interface Update {
  readonly fields: object;
  readonly mode?: UpdatePlan['mode'];
  readonly ctx?: RequestContext;
  readonly expectedVersion?: string;
}

function compiled(entity: string, { fields, mode = 'store', ctx = writer(), expectedVersion }: Update) {
  const match = { ...matching(ctx, entity, 'Id', 3, ID), ...(expectedVersion && { expectedVersion }) };
  const plan = planUpdate(ctx, updateOf(entity, fields, ctx), match, mode);
  return bound(compileUpdate(ctx, plan), plan.args);
}

/** The row as it will be: what is not given stays. */
const image = (entity: string, given: Readonly<Record<string, string>>): string =>
  columns(entity, (name) => `${given[name] ?? `m."${name}"`} AS "${name}"`);

/** CTEs `u` and `d` of the fields that can change. */
const stored = (entity: string, names: readonly string[], { user, at }: Call): string => {
  const differs = names.map((name) => `m."${name}" IS DISTINCT FROM x."${name}"`).join(' OR ');
  const set = names.map((name) => `"${name}" = x."${name}", `).join('');
  return (
    `u AS (UPDATE "env_test"."${entity}" t SET ${set}"RowVersion" = m."RowVersion" + 1, "UpdatedBy" = ${user}::uuid, "UpdatedOn" = ${at}::timestamptz ` +
    `FROM m JOIN x ON x."Id" = m."Id" WHERE t."Id" = m."Id" AND ${names.length === 1 ? differs : `(${differs})`} AND NOT EXISTS (SELECT 1 FROM fault) RETURNING ${columnsOf(entity, 't')}), ` +
    `d AS (SELECT u."Id", u."RecordInformationId", u."RowVersion", u."OwnerId", u."OwnerTeamId", m."OwnerId" AS owner_before, m."OwnerTeamId" AS team_before, ` +
    `${changed(names, 'm', 'u')} AS old_values, ${changed(names, 'u', 'm')} AS new_values FROM u JOIN m ON m."Id" = u."Id" ORDER BY u."Id")`
  );
};

const VERSIONS = listed(
  'SELECT m."Id", COALESCE(u."RowVersion", m."RowVersion") AS version FROM m LEFT JOIN u ON u."Id" = m."Id"',
);
const MATCHED = '(SELECT count(*)::int FROM m)';
const answer = `SELECT ${FAULTS}, ${VERSIONS} AS result, ${MATCHED} AS matched, (SELECT json_agg(d."Id")::text FROM d WHERE d."OwnerId" IS DISTINCT FROM d.owner_before OR d."OwnerTeamId" IS DISTINCT FROM d.team_before) AS moved`;

// Requirement: T65, T67
it('is one statement: lock, check, change differing fields, change rows, outcome', () => {
  const call = { user: '$3', at: '$4', correlation: '$5', source: '$6', version: '$7' };
  const written = {
    ids: 'ARRAY(SELECT m."Id" FROM m ORDER BY 1 LIMIT 1000)',
    when: 'NOT EXISTS (SELECT 1 FROM fault)',
    answer: [VERSIONS, MATCHED],
  } as const;
  expect(compiled('Tag', { fields: { Label: 'y' } })).toEqual({
    text:
      `WITH m AS MATERIALIZED (SELECT ${columnsOf('Tag', 't')} FROM ${rows('Tag')} t WHERE t."Id" = $1::uuid ORDER BY t."Id" FOR NO KEY UPDATE OF t), ` +
      `x AS MATERIALIZED (SELECT ${image('Tag', { Label: '$2::text' })} FROM m), ` +
      'fault AS MATERIALIZED (SELECT 0 AS guard, NULL::uuid AS n WHERE false UNION ALL SELECT 1, m."Id" FROM m WHERE (true) IS NOT TRUE ' +
      'UNION ALL SELECT 2, NULL::uuid WHERE false UNION ALL SELECT 3, m."Id" FROM m WHERE false), ' +
      `${stored('Tag', ['Label'], call)}, ${change(call, 'Update', { Tag: 'd' })}, ` +
      `${operation(call, ['Tag', 'Update'], written)} ${answer}`,
    values: [ID, 'y', CALLER.userId, AT, fixtureContext().correlationId, null, '1'],
  });
});

// Requirement: R106, R112, R101
it('checks scope, number and version of the rows, and locks a matched target', () => {
  const ctx = writer({ Tag: { read: 'Own', update: 'Own' }, Region: { read: 'All' } });
  const fields = { RegionId: { Match: { FieldName: 'Name', Value: 'North' } } };
  const { text, values } = compiled('Tag', { fields, ctx, expectedVersion: '4', mode: 'part' });
  const own = (alias: string): string => `${alias}."OwnerId" = $1::uuid`;
  const call = { user: '$1', at: '$5', correlation: '$6', source: '$7' };
  const match = `(SELECT t."Id" FROM ${rows('Region')} t WHERE lower(t."Name" COLLATE "und-x-icu") = lower($3::text COLLATE "und-x-icu"))`;
  const hidden = `EXISTS (SELECT 1 FROM ${rows('Tag')} t WHERE t."Id" = $2::uuid AND (${own('t')}) IS NOT TRUE)`;
  expect(text).toBe(
    `WITH m AS MATERIALIZED (SELECT ${columnsOf('Tag', 't')}, t."RollupVersions" FROM ${rows('Tag', own('r'))} t WHERE t."Id" = $2::uuid ORDER BY t."Id" LIMIT 10001 FOR NO KEY UPDATE OF t), ` +
      `x AS MATERIALIZED (SELECT ${image('Tag', { RegionId: match })}, $3::text AS "RegionId~Name" FROM m), ` +
      `l0 AS MATERIALIZED (SELECT t."Id" FROM ${rows('Region')} t WHERE t."Id" IN (SELECT x."RegionId" FROM x x WHERE x."RegionId" IS NOT NULL) ORDER BY t."Id" FOR KEY SHARE OF t), ` +
      `fault AS MATERIALIZED (SELECT 0 AS guard, NULL::uuid AS n WHERE ${hidden} ` +
      `UNION ALL SELECT 1, m."Id" FROM m WHERE (${own('m')}) IS NOT TRUE UNION ALL SELECT 2, NULL::uuid WHERE (SELECT count(*) FROM m) > 10000 ` +
      'UNION ALL SELECT 3, m."Id" FROM m WHERE (m."RowVersion" = $4::bigint OR (upper(m."RollupVersions") = m."RowVersion" AND $4::bigint <@ m."RollupVersions")) IS NOT TRUE ' +
      `UNION ALL SELECT 3, NULL::uuid WHERE NOT EXISTS (SELECT 1 FROM m) AND NOT ${hidden} ` +
      'UNION ALL SELECT 4 AS guard, x."Id" AS n FROM x x WHERE ((x."RegionId" IS NOT NULL OR x."RegionId~Name" IS NOT NULL) AND NOT EXISTS (SELECT 1 FROM l0 t WHERE t."Id" = x."RegionId"))), ' +
      `${stored('Tag', ['RegionId'], call)}, ${change(call, 'Update', { Tag: 'd' })} ${answer}`,
  );
  expect(values.slice(0, 4)).toEqual([CALLER.userId, ID, 'North', '4']);
});

// Requirement: R94
it('sets the primary team of a new owner, who must be active and in scope; explain changes nothing', () => {
  const ctx = writer({ Tag: { read: 'All', update: 'Team' } });
  const { text } = compiled('Tag', { fields: { OwnerId: givenId(8) }, ctx, mode: 'explain' });
  const team = `(SELECT u."PrimaryTeamId" FROM ${rows('User')} u WHERE u."Id" = $2::uuid)`;
  expect(text).toContain('FOR UPDATE OF t), x AS');
  expect(text).toContain(image('Tag', { OwnerId: '$2::uuid', OwnerTeamId: team }));
  expect(text).toContain(
    `SELECT 4 AS guard, x."Id" AS n FROM x x WHERE NOT EXISTS (SELECT 1 FROM ${rows('User')} u WHERE u."Id" = x."OwnerId" AND (u."IsActive" OR u."Id" = $3::uuid)) UNION ALL SELECT 5 AS guard`,
  );
  expect(text.slice(text.indexOf(') SELECT (SELECT json_agg'))).toBe(
    `) SELECT ${FAULTS}, NULL::text AS result, 0 AS matched, NULL::text AS moved`,
  );
});

it('locks a new OwnerFrom target before it reads owner and team', () => {
  const { text } = compiled('Order', { fields: { CustomerId: givenId(8) } });
  expect(text).toContain(
    `FOR UPDATE OF t), o AS MATERIALIZED (SELECT t."OwnerId", t."OwnerTeamId" FROM ${rows('Customer')} t WHERE t."Id" = $2::uuid FOR KEY SHARE OF t), x AS`,
  );
  const from = (name: string): string =>
    `CASE WHEN EXISTS (SELECT 1 FROM o) THEN (SELECT o."${name}" FROM o) ELSE m."${name}" END`;
  const given = { CustomerId: '$2::uuid', OwnerId: from('OwnerId'), OwnerTeamId: from('OwnerTeamId') };
  expect(text).toContain(`x AS MATERIALIZED (SELECT ${image('Order', given)} FROM m)`);
  expect(text).toContain(stored('Order', Object.keys(given), { user: '$4', at: '$5', correlation: '$6' }));
});

// Requirement: R97
it('refuses to change immutable fields, and checks rules on the new image', () => {
  const { text, values } = compiled('Customer', { fields: { Code: 'y' } });
  expect(text).toContain(
    'UNION ALL SELECT 4 AS guard, x."Id" AS n FROM x x JOIN m ON m."Id" = x."Id" WHERE m."Code" IS DISTINCT FROM x."Code" ' +
      'UNION ALL SELECT 5 AS guard, x."Id" AS n FROM x x WHERE (x."Name" <> $3::text) IS NOT TRUE), u AS',
  );
  expect(values[2]).toBe('nobody');
});

// Requirement: R99
it.each(['explain', 'part'] as const)('%s finds clashes with unchanged rows and among its own', (mode) => {
  const { text } = compiled('Order', { fields: { Title: 'y' }, mode });
  const same = '(t."CustomerId" = x."CustomerId" AND t."Title" = x."Title")';
  expect(text).toContain(
    `UNION ALL SELECT 4 AS guard, x."Id" AS n FROM x x WHERE (EXISTS (SELECT 1 FROM ${rows('Order')} t WHERE ${same} AND NOT EXISTS (SELECT 1 FROM x y WHERE y."Id" = t."Id")) OR EXISTS (SELECT 1 FROM x t WHERE ${same} AND t."Id" <> x."Id"))`,
  );
  expect(compiled('Order', { fields: { BillToId: null }, mode }).text).not.toContain('SELECT 4 AS guard');
});

it('with image locks the rows, checks scope and version, and answers old and new images', () => {
  const { text } = compiled('Customer', { fields: { Grade: 'A', Code: 'c' }, mode: 'image' });
  expect(text).toContain('FOR NO KEY UPDATE OF t), x AS');
  expect(text).toContain(`UNION ALL SELECT 3, m."Id" FROM m WHERE false) SELECT ${FAULTS}, '[[' || COALESCE(`);
  expect(text).toMatch(
    /ORDER BY m\."Id"\) FROM m\), ''\) \|\| '\],\[' .* ORDER BY x\."Id"\) FROM x\), ''\) \|\| '\]\]' AS result/,
  );
  expect(text).not.toMatch(/UPDATE "|INSERT/);
});

it('matches the record of a children-only update and leaves it unchanged', () => {
  const { text } = compiled('Order', { fields: { Lines: { Create: [] } } });
  expect(text).toContain('WHERE t."Id" = m."Id" AND false AND NOT EXISTS (SELECT 1 FROM fault)');
  expect(text).toContain("'{}' AS old_values, '{}' AS new_values FROM u");
});

it('reads versions of live records of any scope', () => {
  const ctx = writer({ Order: { update: 'All' } });
  const args = new Args(ctx);
  const versions = `SELECT t."Id", t."RowVersion" AS version FROM ${rows('Order')} t WHERE t."Id" = ANY($1::uuid[])`;
  expect(bound(compileVersions(ctx, entityOf('Order'), args.add([ID], 'uuid[]')), args).text).toBe(
    `SELECT ${listed(versions)} AS result`,
  );
});
