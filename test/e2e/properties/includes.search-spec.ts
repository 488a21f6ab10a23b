import * as fc from 'fast-check';
import { cases, SEED } from '../../support/seed.js';
import type { Call } from './filter-model.js';
import { allOf, includesOf, printIncludes, shownRow, type Include } from './include-model.js';
import { startRandomEnvironment, type RunningEnvironment } from './random-environment.js';
import { PUBLIC_FIELDS } from './random-entities.js';
import { scopeOf, type User } from './organisation.js';
import { bodyText, chooser } from './print-clause.js';
import { entitiesOf, selectedRows } from './select-model.js';

/** Generous, since every case must run on a busy machine too. */
const TIMEOUT_MS = 300_000 * cases(1);

/** A random query with its caller and spelling. */
interface Asked {
  readonly entity: string;
  readonly includes: readonly Include[];
  readonly user: User;
  readonly nullSafe: boolean;
  readonly writing: number;
}

// See docs/interface/queries.md#includes
describe('includes against a model', () => {
  let env: RunningEnvironment;
  beforeAll(async () => void (env = await startRandomEnvironment(SEED)), TIMEOUT_MS);
  afterAll(() => env.app.stop());

  const asked = (): fc.Arbitrary<Asked> =>
    fc.constantFrom('Sample', 'Bin').chain((entity) =>
      fc.record({
        entity: fc.constant(entity),
        includes: includesOf(entity, env.ids),
        user: fc.constantFrom(...env.organisation.Users),
        nullSafe: fc.boolean(),
        writing: fc.nat(),
      }),
    );

  /** Rows with what is in them; `undefined` where an entity of scope None is asked for, which is refused. */
  function expected({ entity, includes, user, nullSafe }: Asked): readonly object[] | undefined {
    const call: Call = { env, user, nullSafe, at: new Date(), found: new Map() };
    const entities = [entity, ...allOf(includes).flatMap(({ query }) => entitiesOf(query))];
    const isReadable = (name: string): boolean =>
      name in PUBLIC_FIELDS || scopeOf(env.organisation, user, name, 'Read') !== 'None';
    if (!entities.every(isReadable)) return undefined;
    return selectedRows(call, { entity, sort: [] }).map((row) => shownRow(call, row, includes));
  }

  // Requirement: R132, R135, T13, T21
  it(
    'contain for each row exactly the readable related records, filtered, ordered and paged',
    async () => {
      await fc.assert(
        fc.asyncProperty(asked(), async (question) => {
          const { entity, includes, user, nullSafe, writing } = question;
          const Includes = printIncludes(includes, chooser(writing));
          const Options = { NullSafeNegation: nullSafe };
          const body = bodyText({ EntityName: entity, SelectedFields: ['Id'], Includes, Options });
          const answer = await env.as(user).send('POST', '/queries/select', body);
          const rows = expected(question);
          if (!rows) return expect([answer.status, answer.body.ErrorDetails[0].Code]).toEqual([403, 'ScopeNone']);
          expect([answer.status, answer.body.Errors]).toEqual([200, []]);
          expect(answer.body.Result).toEqual(rows);
        }),
        { seed: SEED, numRuns: cases(200) },
      );
    },
    TIMEOUT_MS,
  );
});
