import * as fc from 'fast-check';
import { cases, SEED } from '../../support/seed.js';
import { type Answer, where } from '../../support/test-app.js';
import { endApproval, putUnderApproval } from '../../support/under-approval.js';
import { startRandomEnvironment, type OwnedRow, type RunningEnvironment } from './random-environment.js';
import { scopeOf, type User } from './organisation.js';
import { may } from './scope-model.js';

/** A record under approval, and the users who have an open task for it. */
interface Assignment {
  readonly entity: 'Bin' | 'Sample';
  readonly row: OwnedRow;
  readonly users: readonly User[];
}

const filter = (FieldName: string, Operator: number, Value?: unknown): object => ({
  Filters: [{ FieldName, Operator, Value }],
});

// Requirement: R187, P8
describe('assignments in a random organisation', () => {
  let env: RunningEnvironment;
  beforeAll(async () => {
    env = await startRandomEnvironment(SEED + 7);
    const root = env.as(env.organisation.Users[0]);
    // Samples are parts of bins and of other samples: a loop.
    for (const Name of ['SampleBinId', 'SampleParentId'])
      await root.update('Relation', { OnDelete: 'Cascade' }, where('Name', 'EqualTo', Name));
    const Steps = [{ Sequence: 1, Name: 'Look', Approvers: { Users: ['root'] }, Rule: 'Any' }];
    for (const EntityName of ['Bin', 'Sample'])
      await root.inserted('ApprovalProcess', { Name: EntityName, EntityName, StartMode: 'Manual', Steps });
  });
  afterAll(() => env.app.stop());

  const rowsOf = (entity: string): readonly OwnedRow[] => env.rows[entity] as readonly OwnedRow[];

  /** The rows that a user reads: in scope, or assigned or parts of what is, unless the scope is None. */
  function visibleIds(user: User, entity: 'Bin' | 'Sample', assigned: readonly Assignment[]): ReadonlySet<string> {
    const mine = assigned.filter(({ users }) => users.includes(user));
    const idsOf = (name: string) => mine.filter((each) => each.entity === name).map(({ row }) => row.Id);
    const bins = new Set(idsOf('Bin'));
    const samples = new Set(idsOf('Sample'));
    for (let size = -1; size < samples.size;) {
      size = samples.size;
      for (const row of rowsOf('Sample'))
        if (bins.has(row.BinId as string) || samples.has(row.ParentId as string)) samples.add(row.Id);
    }
    if (scopeOf(env.organisation, user, entity, 'Read') === 'None') return new Set();
    const also = entity === 'Bin' ? bins : samples;
    const rows = rowsOf(entity).filter((row) => also.has(row.Id) || may(env, user, 'Read', entity, row));
    return new Set(rows.map(({ Id }) => Id));
  }

  const idsIn = ({ body }: Answer): readonly string[] => body.Result.map(({ Id }: { Id: string }) => Id);

  async function check(user: User, entity: 'Bin' | 'Sample', assigned: readonly Assignment[]): Promise<void> {
    const as = env.as(user);
    if (scopeOf(env.organisation, user, entity, 'Read') === 'None') {
      expect((await as.select(entity)).status).toBe(403);
      return;
    }
    const expected = [...visibleIds(user, entity, assigned)].toSorted();
    const SelectedFields = ['Id'];
    const all = await as.select(entity, { SelectedFields });
    expect([user.UserName, entity, idsIn(all).toSorted()]).toEqual([user.UserName, entity, expected]);
    const Sort = [{ FieldName: 'Id', Direction: 1 }];
    const page = await as.select(entity, { SelectedFields, Sort, Pager: { PageNumber: 2, PageSize: 5 } });
    expect([idsIn(page), page.body.TotalRecords]).toEqual([expected.slice(5, 10), expected.length]);
    if (entity === 'Bin') return;
    const bins = visibleIds(user, 'Bin', assigned);
    const seen = rowsOf('Sample').filter(({ Id, BinId }) => expected.includes(Id) && bins.has(BinId as string));
    const dotted = await as.select(entity, { SelectedFields, WhereClause: filter('BinId.Id', 7) });
    expect(idsIn(dotted).toSorted()).toEqual(seen.map(({ Id }) => Id).toSorted());
  }

  it('every user sees the rows of the scope and those assigned, and no others', async () => {
    const { organisation, app, place } = env;
    const assignment = (entity: 'Bin' | 'Sample'): fc.Arbitrary<Assignment> =>
      fc.record({
        entity: fc.constant(entity),
        row: fc.constantFrom(...rowsOf(entity)),
        users: fc.subarray([...organisation.Users], { minLength: 1, maxLength: 3 }),
      });
    const assignments = fc.uniqueArray(fc.oneof(assignment('Bin'), assignment('Sample')), {
      maxLength: 6,
      selector: ({ row }) => row.Id,
    });
    await fc.assert(
      fc.asyncProperty(assignments, async (assigned) => {
        const approved = assigned.map(({ entity, row, users }) => {
          return { entity, id: row.Id, assignees: users.map(({ Id }) => Id), place };
        });
        for (const each of approved) await putUnderApproval(app, each);
        for (const user of organisation.Users)
          for (const entity of ['Bin', 'Sample'] as const) await check(user, entity, assigned);
        for (const each of approved) await endApproval(app, each);
      }),
      { seed: SEED, numRuns: cases(12), endOnFailure: true },
    );
  });
});
