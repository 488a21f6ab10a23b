import * as fc from 'fast-check';
import { cases, SEED } from '../../support/seed.js';
import type { Answer, Caller } from '../../support/test-app.js';
import type { Call } from './filter-model.js';
import { startRandomEnvironment, type RunningEnvironment } from './random-environment.js';
import { scopeOf, type User } from './organisation.js';
import { chooser } from './print-clause.js';
import { entitiesOf, printQuery, queryOf, selected, type Query } from './select-model.js';

const idsOf = ({ body }: Answer): readonly string[] | undefined => body.Result?.map(({ Id }: { Id: string }) => Id);

/** Generous, since every case must run on a busy machine too. */
const TIMEOUT_MS = 300_000 * cases(1);

/** A random query with its caller and spelling. */
interface Asked {
  readonly query: Query;
  readonly user: User;
  readonly nullSafe: boolean;
  readonly writing: number;
  readonly pages: number;
}

// See docs/interface/queries.md#where-clauses
describe('POST /api/v1/queries/select against a model', () => {
  let env: RunningEnvironment;
  beforeAll(async () => void (env = await startRandomEnvironment(SEED)), TIMEOUT_MS);
  afterAll(() => env.app.stop());

  const asked = (): fc.Arbitrary<Asked> =>
    fc.record({
      query: queryOf(env.ids),
      user: fc.constantFrom(...env.organisation.Users),
      nullSafe: fc.boolean(),
      writing: fc.nat(),
      pages: fc.integer({ min: 1, max: 5 }),
    });

  const ask = (as: Caller, { query, nullSafe, writing }: Asked, more: object = {}): Promise<Answer> =>
    as.send('POST', '/queries/select', printQuery(query, nullSafe, chooser(writing), more));

  /** The model's answer; `undefined` where the query reads an entity of scope None, which is refused. */
  function expected({ query, user, nullSafe }: Asked): readonly string[] | undefined {
    const call: Call = { env, user, nullSafe, at: new Date(), found: new Map() };
    return entitiesOf(query).every((entity) => scopeOf(env.organisation, user, entity, 'Read') !== 'None')
      ? selected(call, query)
      : undefined;
  }

  // Requirement: R35–R41, R66–R68, R135, T4–T10, T13, T20
  it(
    'answers exactly the matching rows that the caller reads, in order, whole or in pages',
    async () => {
      await fc.assert(
        fc.asyncProperty(asked(), async (question) => {
          const as = env.as(question.user);
          const ids = expected(question);
          const whole = await ask(as, question);
          if (!ids) return expect([whole.status, whole.body.ErrorDetails[0].Code]).toEqual([403, 'ScopeNone']);
          expect({ status: whole.status, errors: whole.body.Errors, ids: idsOf(whole) }).toEqual({
            status: 200,
            errors: [],
            ids,
          });
          expect(whole.body.TotalRecords).toBe(ids.length);
          const size = Math.max(1, Math.ceil(ids.length / question.pages));
          expect(await byNumber(as, question, size, ids.length)).toEqual(ids);
          expect(await byCursor(as, question, size)).toEqual(ids);
        }),
        { seed: SEED, numRuns: cases(300) },
      );
    },
    TIMEOUT_MS,
  );

  async function byNumber(as: Caller, question: Asked, PageSize: number, total: number): Promise<readonly string[]> {
    const ids: string[] = [];
    for (let PageNumber = 1; PageNumber <= Math.ceil(total / PageSize); PageNumber++) {
      const page = await ask(as, question, { Pager: { PageNumber, PageSize } });
      expect(page.body).toMatchObject({ TotalRecords: total, TotalIsExact: true });
      ids.push(...(idsOf(page) ?? []));
    }
    return ids;
  }

  async function byCursor(as: Caller, question: Asked, PageSize: number): Promise<readonly string[]> {
    const ids: string[] = [];
    let Cursor: string | null = null;
    do {
      const page: Answer = await ask(as, question, { Pager: { PageSize, Cursor, Count: 'None' } });
      expect([page.status, page.body.TotalRecords]).toEqual([200, null]);
      ids.push(...(idsOf(page) ?? []));
      Cursor = page.body.NextCursor;
    } while (Cursor !== null);
    return ids;
  }
});
