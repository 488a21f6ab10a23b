import * as fc from 'fast-check';
import { cases, SEED } from '../../support/seed.js';
import type { Answer } from '../../support/test-app.js';
import { startRandomEnvironment, type RunningEnvironment, type OwnedRow } from './random-environment.js';
import { scopeOf, type User } from './organisation.js';
import { judge, may, readableIds, type Address } from './scope-model.js';

const LABS = 2;
const idsIn = ({ body }: Answer): readonly string[] => body.Result.map(({ Id }: { Id: string }) => Id).toSorted();
const filter = (FieldName: string, Operator: number, Value?: unknown): object => ({
  Filters: [{ FieldName, Operator, Value }],
});

// Requirement: P8
describe.each(Array.from({ length: LABS }, (_, i) => [SEED + i]))('scopes in the random organisation %i', (seed) => {
  let env: RunningEnvironment;
  beforeAll(async () => void (env = await startRandomEnvironment(seed)));
  afterAll(() => env.app.stop());

  const everyone = (): readonly User[] => env.organisation.Users;
  const scope = (user: User, entity: string): string => scopeOf(env.organisation, user, entity, 'Read');
  const refusal = ({ status, body }: Answer): unknown => [status, body.ErrorDetails[0].Code];

  // Requirement: R132, R136, T25
  it('every user sees and counts exactly the rows in scope', async () => {
    for (const user of everyone()) {
      for (const entity of ['Sample', 'Bin', 'Coin']) {
        const answer = await env.as(user).select(entity, {
          SelectedFields: ['Id'],
          Pager: { PageSize: 1000 },
        });
        if (scope(user, entity) === 'None') expect(refusal(answer)).toEqual([403, 'ScopeNone']);
        else {
          const ids = readableIds(env, user, entity).toSorted();
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

  // Requirement: T8, T13
  it('hidden records act as null behind a lookup and are in no ExistsIn', async () => {
    for (const user of everyone().filter((each) => scope(each, 'Sample') !== 'None')) {
      const as = env.as(user);
      const samples = (env.rows.Sample as readonly OwnedRow[]).filter((row) => may(env, user, 'Read', 'Sample', row));
      const bins = new Set(readableIds(env, user, 'Bin'));
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

  // Requirement: R107, R106, T29
  it('updates and deletes change what the caller may change, or nothing at all', async () => {
    const root = env.as(everyone()[0]);
    const coins = env.rows.Coin as readonly OwnedRow[];
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
        const before = await env.app.mark();
        const verdict = judge(env, user, { operation, entity: 'Coin', address }, rows);
        const WhereClause = address === 'Id' ? filter('Id', 4, ids) : filter('Mark', 3, mark);
        const as = env.as(user);
        const isUpdate = operation === 'Update';
        const answer = isUpdate
          ? await as.update('Coin', { Mark: `${mark} done` }, WhereClause)
          : await as.delete('Coin', WhereClause);
        if ('refused' in verdict) {
          expect(refusal(answer)).toEqual([403, verdict.refused]);
          expect(await env.app.mark()).toBe(before);
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
