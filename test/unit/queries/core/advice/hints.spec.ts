import { hintsFor } from '#queries/core/advice/hints.js';
import { planOf, where } from '../select/query.js';

const MANY = { rowsRead: 50_000, rowsAnswered: 50 };
const hints = (body: object, reading = MANY): readonly string[] =>
  hintsFor(planOf({ EntityName: 'Customer', ...body }), reading);

it.each<[string, object, RegExp]>([
  ['an exact total', { Pager: {} }, /Pager\.Count/],
  ['a far page', { Pager: { PageNumber: 900, Count: 'None' } }, /Pager\.Cursor/],
  ['text inside of values', { WhereClause: where('Name', 'Contains', 'x'), Pager: { Count: 'None' } }, /Searchable/],
  ['an order by looked-up records', { Sort: [{ FieldName: 'RegionId.Name' }], Pager: { Count: 'None' } }, /looked-up/],
  ['a search without index', { GlobalSearch: 'abc', Pager: { Count: 'None' } }, /Searchable/],
])('says what to do about %s', (_, body, hint) => {
  expect(hints(body)).toEqual([expect.stringMatching(hint)]);
});

it('says nothing where little is read', () => {
  expect(hints({ WhereClause: where('Name', 'Contains', 'x'), Pager: {} }, { rowsRead: 90, rowsAnswered: 50 })).toEqual(
    [],
  );
});

it('asks for pages where thousands of rows are answered', () => {
  expect(hints({}, { rowsRead: 5_000, rowsAnswered: 5_000 })).toEqual([expect.stringMatching(/ask for pages/)]);
});
