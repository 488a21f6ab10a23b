import * as fc from 'fast-check';
import { cases, SEED } from '../../support/seed.js';
import type { Answer } from '../../support/test-app.js';
import { items, list, type Item } from '../queries/lists/values.js';
import { startRandomEnvironment, type RunningEnvironment, type OwnedRow } from './random-environment.js';
import { scopeOf, type User } from './organisation.js';
import { may, readableIds } from './scope-model.js';

type Query = Readonly<Record<string, unknown>>;

const PAGE_SIZE = 5;
const refusal = ({ status, body }: Answer): unknown => [status, body.ErrorDetails[0]?.Code];
const valuesOf = (found: readonly Item[]): readonly string[] => found.map(({ Value }) => Value as string).toSorted();

describe('lists of values in a random organisation', () => {
  let env: RunningEnvironment;
  beforeAll(async () => {
    env = await startRandomEnvironment(SEED);
    const root = env.as(env.organisation.Users[0]);
    await root.insert('List', { Name: 'Coins', EntityName: 'Coin', TextField: 'Label' });
  });
  afterAll(() => env.app.stop());

  const ask = (user: User, query: Query): Promise<Answer> => list(env.as(user), query);
  const hasNone = (user: User, entity: string): boolean => scopeOf(env.organisation, user, entity, 'Read') === 'None';

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

  // Requirement: R132, R148
  it('contain and count exactly what the caller reads', async () => {
    const users = fc.constantFrom(...env.organisation.Users);
    await fc.assert(
      fc.asyncProperty(users, questions, async (user, { by, search, chosen }) => {
        const coins = env.rows.Coin as readonly OwnedRow[];
        const ids = chosen && coins.filter(() => chosen.next().value).map(({ Id }) => Id);
        const query = { ...by, ...(search !== null && { search }), ...(ids && { ids: `${ids.join()},` }) };
        if (hasNone(user, 'Coin')) return expect(refusal(await ask(user, query))).toEqual([403, 'ScopeNone']);
        const expected = coins
          .filter((coin) => may(env, user, 'Read', 'Coin', coin))
          .filter(({ Id }) => !ids || ids.includes(Id))
          .filter(({ Label }) => search === null || (Label as string).toLowerCase().includes(search.toLowerCase()));
        const found = await whole(user, query);
        expect(valuesOf(found)).toEqual(expected.map(({ Id }) => Id).toSorted());
        expect(found.every(({ IsActive }) => IsActive)).toBe(true);
      }),
      { seed: SEED, numRuns: cases(60) },
    );
  });

  // Requirement: T13
  it('of a lookup contain the readable targets, with texts limited by the scope', async () => {
    for (const user of env.organisation.Users) {
      const lookup = { entityName: 'Sample', fieldName: 'BinId' };
      if (hasNone(user, 'Sample') || hasNone(user, 'Bin')) {
        expect(refusal(await ask(user, lookup))).toEqual([403, 'ScopeNone']);
      } else {
        expect(valuesOf(await whole(user, lookup))).toEqual(readableIds(env, user, 'Bin').toSorted());
      }
      if (hasNone(user, 'Sample')) continue;
      const bins = new Map((env.rows.Bin as readonly OwnedRow[]).map((bin) => [bin.Id, bin]));
      const samples = (env.rows.Sample as readonly OwnedRow[]).filter((row) => may(env, user, 'Read', 'Sample', row));
      const shown = await whole(user, { entityName: 'Sample', textField: 'BinId.Name' });
      const expected = samples.map(({ Id, BinId }) => {
        const bin = bins.get(BinId as string);
        return [Id, bin && may(env, user, 'Read', 'Bin', bin) ? (bin.Name ?? '') : ''];
      });
      expect(Object.fromEntries(shown.map(({ Value, Text }) => [Value, Text]))).toEqual(Object.fromEntries(expected));
    }
  });
});
