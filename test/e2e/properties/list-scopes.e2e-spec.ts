import * as fc from 'fast-check';
import { cases, SEED } from '../../support/seed.js';
import type { Answer } from '../../support/test-app.js';
import { items, list, type Item } from '../lists/values.js';
import { openLab, type OpenLab, type OwnedRow } from './lab.js';
import { scopeOf, type User } from './organisation.js';
import { may, readableIds } from './scope-model.js';

type Query = Readonly<Record<string, unknown>>;

const PAGE_SIZE = 5;
const refusal = ({ status, body }: Answer): unknown => [status, body.ErrorDetails[0]?.Code];
const valuesOf = (found: readonly Item[]): readonly string[] => found.map(({ Value }) => Value as string).toSorted();

describe('lists in a random organisation', () => {
  let lab: OpenLab;
  beforeAll(async () => {
    lab = await openLab(SEED);
    const root = lab.as(lab.organisation.Users[0]);
    await root.insert('List', { Name: 'Coins', EntityName: 'Coin', TextField: 'Label' });
  });
  afterAll(() => lab.app.stop());

  const ask = (user: User, query: Query): Promise<Answer> => list(lab.as(user), query);
  const hasNone = (user: User, entity: string): boolean => scopeOf(lab.organisation, user, entity, 'Read') === 'None';

  /** All pages of a list, whose totals must agree with what they hold. */
  async function whole(user: User, query: Query): Promise<readonly Item[]> {
    const found: Item[] = [];
    for (let pageNumber = 1; ; pageNumber++) {
      const page = await ask(user, { ...query, pageNumber, pageSize: PAGE_SIZE });
      expect([page.status, page.body.Errors]).toEqual([200, []]);
      found.push(...items(page));
      if (found.length >= page.body.TotalRecords || items(page).length === 0) {
        expect(found).toHaveLength(page.body.TotalRecords);
        return found;
      }
    }
  }

  const questions = fc.record({
    by: fc.constantFrom<Query>(
      { entityName: 'Coin' },
      { entityName: 'Coin', textField: 'Label', valueField: 'id' },
      { listName: 'coins' },
    ),
    search: fc.option(fc.constantFrom('a', 'E', '-4', 'label OF 1', '%', '_')),
    chosen: fc.option(fc.infiniteStream(fc.boolean())),
  });

  it('hold what the caller reads of what he asks for, and count nothing else (R132, R148)', async () => {
    const users = fc.constantFrom(...lab.organisation.Users);
    await fc.assert(
      fc.asyncProperty(users, questions, async (user, { by, search, chosen }) => {
        const coins = lab.rows.Coin as readonly OwnedRow[];
        const ids = chosen && coins.filter(() => chosen.next().value).map(({ Id }) => Id);
        const query = { ...by, ...(search !== null && { search }), ...(ids && { ids: `${ids.join()},` }) };
        if (hasNone(user, 'Coin')) return expect(refusal(await ask(user, query))).toEqual([403, 'ScopeNone']);
        const expected = coins
          .filter((coin) => may(lab, user, 'Read', 'Coin', coin))
          .filter(({ Id }) => !ids || ids.includes(Id))
          .filter(({ Label }) => search === null || (Label as string).toLowerCase().includes(search.toLowerCase()));
        const found = await whole(user, query);
        expect(valuesOf(found)).toEqual(expected.map(({ Id }) => Id).toSorted());
        expect(found.every(({ IsActive }) => IsActive)).toBe(true);
      }),
      { seed: SEED, numRuns: cases(60) },
    );
  });

  it('of a lookup are the records behind it that he reads, and their texts stop where his scope stops (T13)', async () => {
    for (const user of lab.organisation.Users) {
      const lookup = { entityName: 'Sample', fieldName: 'BinId' };
      if (hasNone(user, 'Sample') || hasNone(user, 'Bin')) {
        expect(refusal(await ask(user, lookup))).toEqual([403, 'ScopeNone']);
      } else {
        expect(valuesOf(await whole(user, lookup))).toEqual(readableIds(lab, user, 'Bin').toSorted());
      }
      if (hasNone(user, 'Sample')) continue;
      const bins = new Map((lab.rows.Bin as readonly OwnedRow[]).map((bin) => [bin.Id, bin]));
      const samples = (lab.rows.Sample as readonly OwnedRow[]).filter((row) => may(lab, user, 'Read', 'Sample', row));
      const shown = await whole(user, { entityName: 'Sample', textField: 'BinId.Name' });
      const expected = samples.map(({ Id, BinId }) => {
        const bin = bins.get(BinId as string);
        return [Id, bin && may(lab, user, 'Read', 'Bin', bin) ? (bin.Name ?? '') : ''];
      });
      expect(Object.fromEntries(shown.map(({ Value, Text }) => [Value, Text]))).toEqual(Object.fromEntries(expected));
    }
  });
});
