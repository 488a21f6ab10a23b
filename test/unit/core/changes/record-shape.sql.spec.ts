import {
  createdJson,
  createdNames,
  hasShape,
  newImage,
  newValue,
  ownerAfter,
  shapedNames,
} from '../../../../src/core/changes/record-shape.sql.js';
import { changeSql } from '../../../../src/core/changes/change.sql.js';
import { raw, render } from '../../../../src/core/sql/sql.js';
import { fixtureContext, fixtureEntity } from '../../../support/fixture-catalogue.js';

const region = { ...fixtureEntity('Region'), shape: 7 };
const c = raw('c');

it('has the own fields and the status, which no other column of a change has', () => {
  expect(shapedNames(region)).toBe('Name,ParentId,StatusId');
  expect(render(createdJson(region, raw('s'))).text).toBe(
    `(('[' || to_json(s."Name")::text || ',' || COALESCE(('"' || s."ParentId"::text || '"'), 'null')) || ` +
      `(',' || COALESCE(('"' || s."StatusId"::text || '"'), 'null') || ']'))`,
  );
});

it('is not used for definitions and rights, which are read back by their names, and views', () => {
  const kinds = ['business', 'log', 'access', 'definition'] as const;
  expect(kinds.map((kind) => hasShape({ ...region, kind }))).toEqual([true, true, false, false]);
  expect(hasShape({ ...region, view: 'Changes' })).toBe(false);
});

it('is written with an owner only where that is not the user', () => {
  const changed = [{ entity: region, rows: raw('i0'), isShaped: true }];
  const { text } = render(changeSql(fixtureContext(), 'Create', changed));
  expect(text).toMatch(/team_after, source, shape, created\) SELECT /);
  expect(text).toMatch(
    /NULLIF\(c\."OwnerId", \$1::uuid\), c\."OwnerTeamId", \$4::text, 7, c\.created::json FROM i0 c\)$/,
  );
  expect(render(ownerAfter(c)).text).toBe('COALESCE(c.owner_after, CASE WHEN c.shape IS NOT NULL THEN c.user_id END)');
});

it('is written beside rows without one', () => {
  const changed = [
    { entity: region, rows: raw('i0'), isShaped: true },
    { entity: fixtureEntity('Order'), rows: raw('i1') },
  ];
  expect(render(changeSql(fixtureContext(), 'Create', changed)).text).toMatch(
    /c\.created::json FROM i0 c UNION ALL SELECT .* NULL::integer, NULL::json FROM i1 c\)$/,
  );
});

it('names all fields of a created record', () => {
  expect(createdNames('c')).toContain(`left(s.members, -8) || 'Id,RecordInformationId,StatusId,OwnerId,`);
});

it('restores a record only where it was logged by a shape', () => {
  expect(render(newImage(region, c)).text).toMatch(
    /^CASE WHEN c\.shape IS NULL THEN c\.new ELSE \(SELECT '\{' \|\| .*\)::json END$/,
  );
});

it('finds a value by its name', () => {
  const { text } = render(newValue('ParentId', c));
  expect(text).toContain(`WHEN c.shape IS NULL THEN c.new ->> 'ParentId' ELSE c.created ->> (SELECT array_position(`);
});
