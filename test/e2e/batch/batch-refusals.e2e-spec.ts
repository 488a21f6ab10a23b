import { Depot } from '../../support/depot.js';
import { refused } from '../../support/refusal.js';
import { type Answer, type Row, where } from '../../support/test-app.js';
import { step } from './steps.js';

describe('an atomic batch refuses as a whole, and nothing is logged (R225):', () => {
  let depot: Depot;
  beforeAll(async () => void (depot = await Depot.open()));
  afterAll(() => depot.close());

  it('faults of all steps together, each at its step', async () => {
    const call = (): Promise<Answer> =>
      depot
        .as('kim')
        .batch([
          step('Insert', 'Crate', { Weight: 'ten' }),
          step('Update', 'Crate', { Nope: 1 }, { WhereClause: where('Id', 3, 'x') }),
          step('Delete', 'Crate'),
          step('Insert', 'Item', { Position: 1, CrateId: '$none.Id', Name: '$later.Id' }),
          step('Insert', 'Crate', { Code: depot.newCode() }, { Ref: 'later', Options: { DryRun: true } }),
          step('Insert', 'Item', { Position: 1, CrateId: '$later.RowVersion' }),
        ]);
    const details = await refused(depot.app, call, 400, 'WhereClauseRequired');
    expect(details.map(({ Code, Path }) => `${Code} ${Path}`)).toEqual([
      'WhereClauseRequired Steps[2].WhereClause',
      'Validation Steps[0].Fields[0]',
      'Validation Steps[3].Fields[1].Value',
      'Validation Steps[3].Fields[2].Value',
      'Validation Steps[4].Options.DryRun',
      'Validation Steps[5].Fields[1].Value',
      'BadFilter Steps[1].WhereClause.Filters[0].Value',
      'UnknownField Steps[1].Fields[0]',
      'FieldRule Steps[0].Fields',
      'FieldRule Steps[3].Fields[2]',
    ]);
  });

  it.each([
    ['no steps', {}, 'Steps'],
    ['empty steps', { Steps: [] }, 'Steps'],
    ['another mode', { Mode: 'Maybe', Steps: [{ Operation: 'Delete' }] }, 'Mode'],
    ['another operation', { Steps: [{ Operation: 'Bulk', EntityName: 'Crate' }] }, 'Steps[0].Operation'],
    ['a step that is none', { Steps: [7] }, 'Steps[0]'],
    ['a bad Ref', { Steps: [{ Operation: 'Insert', Ref: '1 a' }] }, 'Steps[0].Ref'],
    [
      'one Ref twice',
      {
        Steps: [
          { Operation: 'Insert', Ref: 'a' },
          { Operation: 'Insert', Ref: 'a' },
        ],
      },
      'Steps[1].Ref',
    ],
  ])('%s', async (_, body, path) => {
    const call = (): Promise<Answer> => depot.as('kim').send('POST', '/records/batch', body);
    expect((await refused(depot.app, call, 400, 'Validation'))[0].Path).toBe(path);
  });

  it('a member that nearly is one of a step', async () => {
    const call = (): Promise<Answer> =>
      depot.as('kim').batch([step('Insert', 'Crate', { Code: depot.newCode() }, { Reff: 'a' })]);
    expect((await refused(depot.app, call, 400, 'UnknownMember'))[0].Path).toBe('Steps[0].Reff');
  });

  it('more than 1,000 steps, and If-Match', async () => {
    const steps = Array.from({ length: 1_001 }, () => ({ Operation: 'Insert' }));
    await refused(depot.app, () => depot.as('kim').batch(steps), 400, 'TooManyRows');
    const body = { Steps: [step('Insert', 'Crate', { Code: depot.newCode() })] };
    await refused(
      depot.app,
      () => depot.as('kim').send('POST', '/records/batch', body, { 'If-Match': '"1"' }),
      400,
      'Validation',
    );
  });

  it('the first fault of a step undoes all before it', async () => {
    const Code = depot.newCode();
    const theirs = (await depot.as('lee').insert('Crate', { Code: depot.newCode() })).body.Result.Id;
    const call = (last: Row) => (): Promise<Answer> => depot.as('kim').batch([step('Insert', 'Crate', { Code }), last]);
    const update = (more: Row) => step('Update', 'Crate', { Weight: 1 }, more);
    const [detail] = await refused(depot.app, call(update({ WhereClause: where('Id', 3, theirs) })), 403, 'OutOfScope');
    expect(detail.Path).toBe('Steps[1]');
    const stale = { WhereClause: where('Code', 3, Code), Options: { ExpectedVersion: 9 } };
    await refused(depot.app, call(update(stale)), 412, 'VersionMismatch');
    await refused(depot.app, call(step('Insert', 'Nothing', {})), 404, 'UnknownEntity');
    await refused(depot.app, call(step('Insert', 'Label', { Text: 'x' })), 403, 'ScopeNone');
    expect(await depot.rows('Crate', where('Code', 3, Code))).toEqual([]);
  });

  it('a reference to what is not one record', async () => {
    const several = (): Promise<Answer> =>
      depot
        .as('kim')
        .batch([
          step('Update', 'Crate', { Weight: 1 }, { Ref: 'none', WhereClause: where('Code', 3, 'nobody') }),
          step('Insert', 'Item', { Position: 1, CrateId: '$none.Id' }),
        ]);
    expect(await refused(depot.app, several, 400, 'Validation')).toEqual([
      {
        Code: 'Validation',
        Message: "Step 'none' stands for 0 records, so there is no $none.Id.",
        Path: 'Steps[1].Fields[1].Value',
      },
    ]);
  });
});
