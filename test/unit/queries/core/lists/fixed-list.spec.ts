import { JsonNumber } from '#core/json/json.js';
import { enumItems, fixedPage } from '#queries/core/lists/fixed-list.js';
import type { ListRequest } from '#queries/core/lists/list.js';
import { fixtureEntity } from '../../../../support/fixture-catalogue.js';
import { item, requestOf } from './requests.js';

const ITEMS = [
  item('b', { text: 'Berlin', parentValue: 'DE' }),
  item('h', { text: 'Hamburg', parentValue: 'DE' }),
  item('g', { text: 'Graz', parentValue: 'AT', isActive: false }),
  { ...item(''), value: new JsonNumber('1'), text: 'One' },
];

// Requirement: T38
it.each<[asked: Partial<ListRequest>, texts: string, total: number]>([
  [{}, 'Berlin, Hamburg, One', 3],
  [{ search: 'BURG' }, 'Hamburg', 1],
  [{ search: '%' }, '', 0],
  [{ parentValue: 'DE' }, 'Berlin, Hamburg', 2],
  [{ parentValue: 'AT' }, '', 0],
  [{ ids: ['g', '1', 'x'] }, 'Graz, One', 2],
  [{ ids: ['g', 'h'], parentValue: 'AT' }, 'Graz', 1],
  [{ ids: [] }, '', 0],
  [{ pageSize: 2 }, 'Berlin, Hamburg', 3],
  [{ pageSize: 2, pageNumber: 2 }, 'One', 3],
  [{ pageNumber: 9 }, '', 3],
])('answers for %j: %s', (asked, texts, total) => {
  const { items, totalRecords } = fixedPage(ITEMS, requestOf(asked));
  expect([items.map(({ text }) => text).join(', '), totalRecords]).toEqual([texts, total]);
});

it('keeps the declared order of an enum and its active flags', () => {
  const segment = fixtureEntity('Customer').fields.get('segment')!;
  expect(enumItems(segment, { tags: [], own: 'en' })).toEqual([
    item('Small', { sequence: 1 }),
    item('Large', { sequence: 2 }),
    item('Old', { sequence: 3, isActive: false }),
  ]);
});
