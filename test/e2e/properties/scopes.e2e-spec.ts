import * as fc from 'fast-check';
import { cases, SEED } from '../../support/seed.js';
import type { Answer } from '../../support/test-app.js';
import { openLab, type OpenLab, type OwnedRow } from './lab.js';
import { scopeOf, type User } from './organisation.js';
import { judge, may, readableIds, type Address } from './scope-model.js';

const LABS = 2;
const idsIn = ({ body }: Answer): readonly string[] => body.Result.map(({ Id }: { Id: string }) => Id).toSorted();
const filter = (FieldName: string, Operator: number, Value?: unknown): object => ({
  Filters: [{ FieldName, Operator, Value }],
});

describe.each(Array.from({ length: LABS }, (_, i) => [SEED + i]))('scopes in the random organisation %i', (seed) => {
  let lab: OpenLab;
  beforeAll(async () => void (lab = await openLab(seed)));
  afterAll(() => lab.app.stop());

  const everyone = (): readonly User[] => lab.organisation.Users;
  const scope = (user: User, entity: string): string => scopeOf(lab.organisation, user, entity, 'Read');
  const refusal = ({ status, body }: Answer): unknown => [status, body.ErrorDetails[0].Code];

  it('every user sees exactly his rows, and counts no others (R24, R136, T25)', async () => {
    for (const user of everyone()) {
      for (const entity of ['Sample', 'Bin', 'Coin']) {
        const answer = await lab.as(user).select(entity, {
          SelectedFields: ['Id'],
          Pager: { PageSize: 1000 },
        });
        if (scope(user, entity) === 'None') expect(refusal(answer)).toEqual([403, 'ScopeNone']);
        else {
          const ids = readableIds(lab, user, entity).toSorted();
          expect([user.UserName, entity, answer.body.TotalRecords, idsIn(answer)]).toEqual([
            user.UserName,
            entity,
            ids.length,
            ids,
          ]);
        }
      }
    }
  });

  it('what he does not read acts as null at the end of a lookup, and is in no ExistsIn (T8, T13)', async () => {
    for (const user of everyone().filter((each) => scope(each, 'Sample') !== 'None')) {
      const as = lab.as(user);
      const samples = (lab.rows.Sample as readonly OwnedRow[]).filter((row) => may(lab, user, 'Read', 'Sample', row));
      const bins = new Set(readableIds(lab, user, 'Bin'));
      const seen = samples
        .filter(({ BinId }) => bins.has(BinId as string))
        .map(({ Id }) => Id)
        .toSorted();
      const SelectedFields = ['Id', 'BinId.Id'];
      const dotted = await as.select('Sample', { SelectedFields, WhereClause: filter('BinId.Id', 7) });
      expect(idsIn(dotted)).toEqual(seen);
      const all = await as.select('Sample', { SelectedFields });
      expect(all.body.Result.filter((row: Record<string, unknown>) => row['BinId.Id'] !== null)).toHaveLength(
        seen.length,
      );
      const inside = await as.select('Sample', {
        SelectedFields,
        WhereClause: filter('BinId', 21, { EntityName: 'Bin', FieldName: 'Id' }),
      });
      if (scope(user, 'Bin') === 'None') expect(refusal(inside)).toEqual([403, 'ScopeNone']);
      else expect(idsIn(inside)).toEqual(seen);
    }
  });

  it('update and delete change what the caller may, or nothing at all (R24, R106, T29)', async () => {
    const root = lab.as(everyone()[0]);
    const coins = lab.rows.Coin as readonly OwnedRow[];
    let live = coins;
    let round = 0;

    /** Ids of the coins that bear a mark. */
    const marked = async (mark: string): Promise<readonly string[]> =>
      idsIn(await root.select('Coin', { SelectedFields: ['Id'], WhereClause: filter('Mark', 3, mark) }));

    const writes = fc.record({
      user: fc.constantFrom(...everyone()),
      operation: fc.constantFrom('Update' as const, 'Update' as const, 'Delete' as const),
      address: fc.constantFrom<Address>('Id', 'Mark'),
      chosen: fc.subarray([...coins], { minLength: 1, maxLength: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(writes, async ({ user, operation, address, chosen }) => {
        const rows = live.filter((coin) => chosen.includes(coin));
        const mark = `round ${++round}`;
        const ids = chosen.map(({ Id }) => Id);
        if (rows.length > 0) await root.update('Coin', { Mark: mark }, filter('Id', 4, ids));
        const before = await lab.app.mark();
        const verdict = judge(lab, user, { operation, entity: 'Coin', address }, rows);
        const WhereClause = address === 'Id' ? filter('Id', 4, ids) : filter('Mark', 3, mark);
        const as = lab.as(user);
        const isUpdate = operation === 'Update';
        const answer = isUpdate
          ? await as.update('Coin', { Mark: `${mark} done` }, WhereClause)
          : await as.delete('Coin', WhereClause);
        if ('refused' in verdict) {
          expect(refusal(answer)).toEqual([403, verdict.refused]);
          expect(await lab.app.mark()).toBe(before);
          return;
        }
        const { changed } = verdict;
        expect([answer.status, answer.body.RecordAffected]).toEqual([200, changed.length]);
        const left = rows.map(({ Id }) => Id).filter((id) => !changed.includes(id));
        expect(await marked(mark)).toEqual(left.toSorted());
        expect(await marked(`${mark} done`)).toEqual(isUpdate ? changed.toSorted() : []);
        if (!isUpdate) live = live.filter(({ Id }) => !changed.includes(Id));
      }),
      // What was deleted stays so: a shrunk case would not be the one that failed.
      { seed, numRuns: cases(70), endOnFailure: true },
    );
  });
});
