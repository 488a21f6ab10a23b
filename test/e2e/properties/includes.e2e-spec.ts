import * as fc from 'fast-check';
import { cases, SEED } from '../../support/seed.js';
import type { Call } from './filter-model.js';
import { allOf, includesOf, printIncludes, shownRow, type Include } from './include-model.js';
import { openLab, type OpenLab } from './lab.js';
import { PUBLIC_FIELDS } from './lab-entities.js';
import { scopeOf, type User } from './organisation.js';
import { bodyText, chooser } from './print-clause.js';
import { entitiesOf, selectedRows } from './select-model.js';

/** One query as it is asked: by whom and in which writing. */
interface Asked {
  readonly entity: string;
  readonly includes: readonly Include[];
  readonly user: User;
  readonly nullSafe: boolean;
  readonly writing: number;
}

describe('Includes against a model of contract §5', () => {
  let lab: OpenLab;
  beforeAll(async () => void (lab = await openLab(SEED)));
  afterAll(() => lab.app.stop());

  const asked = (): fc.Arbitrary<Asked> =>
    fc.constantFrom('Sample', 'Bin').chain((entity) =>
      fc.record({
        entity: fc.constant(entity),
        includes: includesOf(entity, lab.ids),
        user: fc.constantFrom(...lab.organisation.Users),
        nullSafe: fc.boolean(),
        writing: fc.nat(),
      }),
    );

  /** Rows with what is in them; `undefined` where an entity of scope None is asked for, which is refused. */
  function expected({ entity, includes, user, nullSafe }: Asked): readonly object[] | undefined {
    const call: Call = { lab, user, nullSafe, at: new Date(), found: new Map() };
    const entities = [entity, ...allOf(includes).flatMap(({ query }) => entitiesOf(query))];
    const isReadable = (name: string): boolean =>
      name in PUBLIC_FIELDS || scopeOf(lab.organisation, user, name, 'Read') !== 'None';
    if (!entities.every(isReadable)) return undefined;
    return selectedRows(call, { entity, sort: [] }).map((row) => shownRow(call, row, includes));
  }

  it(
    'hold of each row the related records that the caller reads, filtered, in order and page by page (R132, R135, T13, T21)',
    async () => {
      await fc.assert(
        fc.asyncProperty(asked(), async (question) => {
          const { entity, includes, user, nullSafe, writing } = question;
          const Includes = printIncludes(includes, chooser(writing));
          const Options = { NullSafeNegation: nullSafe };
          const body = bodyText({ EntityName: entity, SelectedFields: ['Id'], Includes, Options });
          const answer = await lab.as(user).send('POST', '/queries/select', body);
          const rows = expected(question);
          if (!rows) return expect([answer.status, answer.body.ErrorDetails[0].Code]).toEqual([403, 'ScopeNone']);
          expect([answer.status, answer.body.Errors]).toEqual([200, []]);
          expect(answer.body.Result).toEqual(rows);
        }),
        { seed: SEED, numRuns: cases(200), interruptAfterTimeLimit: 60_000 * cases(1) },
      );
    },
    90_000 * cases(1),
  );
});
