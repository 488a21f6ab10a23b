import { note, RUN_PLACE, RunApp } from '../../../support/run-fixture.js';
import type { Row } from '../../../support/test-app.js';

const ALL = { AllowedRoles: ['Clerk'], RunAs: 'Service' };
const Tokens = [
  { Name: 'Tag', Type: 'Text' },
  { Name: 'Tags', Type: 'Text', IsList: true },
  { Name: 'Word', Type: 'Text', Default: 'x' },
];
const filter = (Operator: string, Value: unknown): object => ({ FieldName: 'Name', Operator, Value });
const clause = (filters: readonly object[], FilterLogic?: string): object => ({
  Filters: filters,
  ...(FilterLogic !== undefined && { FilterLogic }),
});
const rows = { EntityName: 'Parcel', FieldName: 'Name', WhereClause: clause([filter('EqualTo', '{{Tag}}')]) };

/** Clauses on a token without a value. */
const CLAUSES: Readonly<Record<string, object>> = {
  EqualTo: clause([filter('EqualTo', '{{Tag}}')]),
  'NOT EqualTo': clause([filter('EqualTo', '{{Tag}}')], 'NOT 1'),
  NotEqualTo: clause([filter('NotEqualTo', '{{Tag}}')]),
  'NOT NotEqualTo': clause([filter('NotEqualTo', '{{Tag}}')], 'NOT 1'),
  IN: clause([filter('IN', ['{{Tag}}'])]),
  NOTIN: clause([filter('NOTIN', ['{{Tag}}'])]),
  'NOTIN a list': clause([filter('NOTIN', '{{Tags}}')]),
  'a longer text': clause([filter('NOTIN', '{{Tag}},{{Tag}}')]),
  'an ExistsIn': clause([filter('NotExistsIn', rows)]),
};
const NAMES = Object.keys(CLAUSES);

const WORKFLOWS: readonly object[] = [
  ...NAMES.flatMap((name): readonly object[] =>
    [false, true].map((NullSafeNegation) => ({
      Name: `Clears ${name} ${NullSafeNegation}`,
      ...ALL,
      Tokens,
      Actions: [
        {
          Name: 'Found',
          Type: 'RunQuery',
          EntityName: 'Parcel',
          WhereClause: CLAUSES[name],
          Options: { NullSafeNegation },
        },
        { Name: 'Each', Type: 'ForEach', Source: 'Found', Do: [note('Tell', 'found {{Item.N}}')] },
        {
          Name: 'Change',
          Type: 'UpdateRecords',
          EntityName: 'Parcel',
          Fields: [{ FieldName: 'N', Value: 99 }],
          WhereClause: CLAUSES[name],
        },
        {
          Name: 'Drop',
          Type: 'DeleteRecords',
          EntityName: 'Parcel',
          WhereClause: CLAUSES[name],
        },
      ],
    })),
  ),
  {
    Name: 'Asks',
    ...ALL,
    Tokens,
    Actions: [
      note('Same', 'same', { When: { Filters: [{ FieldName: 'Tag', Operator: 'EqualTo', Value: '{{Tag}}' }] } }),
      note('Other', 'other', { When: { Filters: [{ FieldName: 'Word', Operator: 'NotEqualTo', Value: '{{Tag}}' }] } }),
      note('Written', 'written', { When: { Filters: [{ FieldName: 'Tag', Operator: 'EqualTo', Value: null }] } }),
    ],
  },
];

let app: RunApp;
beforeAll(async () => {
  app = await RunApp.open(WORKFLOWS);
  await app.as('root').insert('Parcel', { N: 50 });
});
afterAll(() => app?.close());

const parcels = async (): Promise<readonly Row[]> =>
  (await app.as('root', RUN_PLACE).select('Parcel', { Sort: [{ FieldName: 'N' }] })).body.Result;

// See docs/workflows.md#tokens
it.each(WORKFLOWS.slice(0, -1).map(({ Name }: { Name?: string }, i) => [Name, i] as const))(
  '%s: a token without value matches no record',
  async (_, index) => {
    const before = await parcels();
    const run = await app.execute('ann', index);
    expect([run.status, run.body.Errors]).toEqual([200, []]);
    const steps = run.body.Result.Steps as readonly { readonly Name: string; readonly State: string }[];
    expect(steps.map(({ Name, State }) => [Name, State])).toEqual([
      ['Found', 'Completed'],
      ['Each', 'Completed'],
      ['Change', 'Completed'],
      ['Drop', 'Completed'],
    ]);
    expect(await parcels()).toEqual(before);
  },
);

// See docs/workflows.md#tokens
it('a When with a token without value does not hold, one with a written null does', async () => {
  const run = await app.execute('ann', WORKFLOWS.length - 1);
  const steps = run.body.Result.Steps as readonly { readonly Name: string; readonly State: string }[];
  expect(steps.map(({ Name, State }) => [Name, State])).toEqual([
    ['Same', 'Skipped'],
    ['Other', 'Skipped'],
    ['Written', 'Completed'],
  ]);
});
