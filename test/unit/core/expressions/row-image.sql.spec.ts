import { withComputed } from '#core/expressions/row-image.sql.js';
import { raw, render } from '#core/sql/sql.js';
import { fixtureEntity } from '../../../support/fixture-catalogue.js';
import { computed, row } from './derived-row.js';

it('adds computed columns to rows that are not stored yet', () => {
  const entity = { ...fixtureEntity('Order'), fields: row() };
  const double = computed('Double', 'Int * 2', 'Int');
  expect(render(withComputed(entity, [double], raw('SELECT * FROM m'))).text).toBe(
    'SELECT b.*, ((b."Int"::numeric * 2::numeric))::bigint AS "Double" FROM (SELECT * FROM m) b',
  );
  expect(render(withComputed(entity, [], raw('SELECT 1'))).text).toBe('SELECT 1');
});
