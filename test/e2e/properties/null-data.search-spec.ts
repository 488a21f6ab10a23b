import * as fc from 'fast-check';
import { cases, SEED } from '../../support/seed.js';
import type { Caller } from '../../support/test-app.js';
import type { Clause, Filter } from './filter-model.js';
import { clauseOf } from './filters.js';
import { bodyText, chooser, printClause } from './print-clause.js';
import { startRandomEnvironment, type RunningEnvironment } from './random-environment.js';

const TIMEOUT_MS = 300_000 * cases(1);

/** Operators with a negation, by it. */
const POSITIVES: Readonly<Record<string, string>> = {
  NotEqualTo: 'EqualTo',
  NOTIN: 'IN',
  NotContains: 'Contains',
  NotStartsWith: 'StartsWith',
  NotEndsWith: 'EndsWith',
  NotBetween: 'Between',
  NotSplitContains: 'SplitContains',
  NotExistsIn: 'ExistsIn',
};

/** A printed where-clause. */
interface Printed {
  readonly Filters: readonly object[];
  readonly FilterLogic?: string;
}

let env: RunningEnvironment;
let root: Caller;
let queryId: string;
beforeAll(async () => {
  env = await startRandomEnvironment(SEED);
  root = env.as(env.organisation.Users[0]);
  queryId = await root.inserted('SavedQuery', {
    Name: 'AllSamples',
    EntityName: 'Sample',
    SelectedFields: ['Id'],
    Parameters: [
      { Name: 'Word', Type: 'Text' },
      { Name: 'Words', Type: 'Text', IsList: true },
    ],
  });
}, TIMEOUT_MS);
afterAll(() => env.app.stop());

async function idsOf(path: string, body: unknown): Promise<readonly string[]> {
  const { body: answer, status, text } = await root.send('POST', path, bodyText(body));
  if (status !== 200) throw new Error(text);
  return (answer.Result as readonly { readonly Id: string }[]).map(({ Id }) => Id).toSorted();
}

const dataFilter = fc.constantFrom(
  ...['Label', 'Nick', 'Story', 'BinId.Name'].flatMap((FieldName) => [
    ...['EqualTo', 'NotEqualTo', 'IN', 'NOTIN'].map((Operator) => ({ FieldName, Operator, Value: '@Word' })),
    ...['IN', 'NOTIN'].map((Operator) => ({ FieldName, Operator, Value: ['@Word', '@Word'] })),
    ...['IN', 'NOTIN', 'SplitContains', 'NotSplitContains'].map((Operator) => ({
      FieldName,
      Operator,
      Value: ['@Words'],
    })),
  ]),
);

/** Puts a filter with data in the place of one of a clause, or inside an ExistsIn of its own. */
function withData({ Filters, FilterLogic }: Printed, at: number, filter: object, isInside: boolean): Printed {
  const data = { ...filter, ValueType: 2 };
  const rows = { EntityName: 'Sample', FieldName: 'Label', WhereClause: { Filters: [data] } };
  const Operator = at % 2 === 0 ? 'ExistsIn' : 'NotExistsIn';
  const placed = isInside ? { FieldName: 'Label', Operator, Value: rows } : data;
  const { Sequence } = Filters[at % Filters.length] as { readonly Sequence?: unknown };
  return {
    Filters: Filters.map((each, i) => (i === at % Filters.length ? { ...placed, Sequence } : each)),
    FilterLogic,
  };
}

// See docs/interface/queries.md#null-in-filters
it(
  'null that comes through data never matches more than the clause without its filter, and alone matches nothing',
  async () => {
    const drawn = fc.record({
      clause: clauseOf('Sample', env.ids),
      at: fc.nat(4),
      filter: dataFilter,
      isInside: fc.boolean(),
      nullSafe: fc.boolean(),
    });
    const property = fc.asyncProperty(drawn, async ({ clause, at, filter, isInside, nullSafe }) => {
      const path = `/queries/execute/${queryId}`;
      const printed = printClause(clause, chooser(0)) as Printed;
      const run = (WhereClause: object, Reqtokens: object): Promise<readonly string[]> =>
        idsOf(path, { Reqtokens, WhereClause, Options: { NullSafeNegation: nullSafe } });
      const isList = (filter.Value as unknown as string[])[0] === '@Words';
      const none = isList ? { Words: [null] } : { Word: null };
      const WhereClause = withData(printed, at, filter, isInside);
      const [withNull, without] = [await run(WhereClause, none), await run(WhereClause, {})];
      expect(without).toEqual(expect.arrayContaining([...withNull]));
      for (const FilterLogic of ['1', 'NOT 1', 'NOT (NOT 1)']) {
        const alone = withData({ Filters: [{}], FilterLogic }, at, filter, isInside);
        expect([FilterLogic, await run(alone, none)]).toEqual([FilterLogic, []]);
      }
    });
    await fc.assert(property, { seed: SEED, numRuns: cases(100) });
  },
  TIMEOUT_MS,
);

// See docs/interface/queries.md#null-in-filters
it(
  'NOT around an operator matches what its negation matches, in either null rule',
  async () => {
    const hasNegation = ({ operator }: Filter): boolean => operator in POSITIVES;
    const filter = clauseOf('Sample', env.ids)
      .filter(({ filters }) => filters.some(hasNegation))
      .map(({ filters }) => filters.find(hasNegation)!);
    const property = fc.asyncProperty(filter, fc.boolean(), async (negative, nullSafe) => {
      const run = (operator: string, isNegated: boolean): Promise<readonly string[]> => {
        const one = { kind: 'filter', index: 0 } as const;
        const clause: Clause = {
          filters: [{ ...negative, operator }],
          logic: isNegated ? { kind: 'not', of: one } : one,
        };
        const WhereClause = printClause(clause, chooser(0));
        const Options = { NullSafeNegation: nullSafe };
        return idsOf('/queries/select', { EntityName: 'Sample', SelectedFields: ['Id'], WhereClause, Options });
      };
      const { operator } = negative;
      expect(await run(POSITIVES[operator], true)).toEqual(await run(operator, false));
      expect(await run(operator, true)).toEqual(await run(POSITIVES[operator], false));
    });
    await fc.assert(property, { seed: SEED, numRuns: cases(200) });
  },
  TIMEOUT_MS,
);
