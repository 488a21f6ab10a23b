import { createdJson, hasShape, shapedNames } from '#core/changes/record-shape.sql.js';
import { raw, render } from '#core/sql/sql.js';
import { fixtureEntity } from '../../../support/fixture-catalogue.js';

const region = { ...fixtureEntity('Region'), shape: 7 };

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
