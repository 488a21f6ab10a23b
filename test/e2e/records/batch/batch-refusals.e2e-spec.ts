import { StockApp } from '../../../support/stock-fixture.js';
import { refused } from '../../../support/refusal.js';
import { type Answer, byId, type Row, where } from '../../../support/test-app.js';
import { step } from './steps.js';

// Requirement: R225
describe('an atomic batch with a fault is refused as a whole, without audit entries:', () => {
  let stock: StockApp;
  beforeAll(async () => void (stock = await StockApp.open()));
  afterAll(() => stock.close());

  it('reports the faults of all steps, each at its step', async () => {
    const call = (): Promise<Answer> =>
      stock
        .as('kim')
        .batch([
          step('Insert', 'Crate', { Weight: 'ten' }),
          step('Update', 'Crate', { Nope: 1 }, { WhereClause: byId('x') }),
          step('Delete', 'Crate'),
          step('Insert', 'Item', { Position: 1, CrateId: '$none.Id', Name: '$later.Id' }),
          step('Insert', 'Crate', { Code: stock.newCode() }, { Ref: 'later', Options: { DryRun: true } }),
          step('Insert', 'Item', { Position: 1, CrateId: '$later.RowVersion' }),
        ]);
    const details = await refused(stock.app, call, 400, 'WhereClauseRequired');
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
    const call = (): Promise<Answer> => stock.as('kim').send('POST', '/records/batch', body);
    expect((await refused(stock.app, call, 400, 'Validation'))[0].Path).toBe(path);
  });

  it('a step with a misspelt member', async () => {
    const call = (): Promise<Answer> =>
      stock.as('kim').batch([step('Insert', 'Crate', { Code: stock.newCode() }, { Reff: 'a' })]);
    expect((await refused(stock.app, call, 400, 'UnknownMember'))[0].Path).toBe('Steps[0].Reff');
  });

  it('more than 1,000 steps, and If-Match', async () => {
    const steps = Array.from({ length: 1_001 }, () => ({ Operation: 'Insert' }));
    await refused(stock.app, () => stock.as('kim').batch(steps), 400, 'TooManyRows');
    const body = { Steps: [step('Insert', 'Crate', { Code: stock.newCode() })] };
    await refused(
      stock.app,
      () => stock.as('kim').send('POST', '/records/batch', body, { 'If-Match': '"1"' }),
      400,
      'Validation',
    );
  });

  it('rolls back all earlier steps at the first failing one', async () => {
    const Code = stock.newCode();
    const theirs = (await stock.as('lee').insert('Crate', { Code: stock.newCode() })).body.Result.Id;
    const call = (last: Row) => (): Promise<Answer> => stock.as('kim').batch([step('Insert', 'Crate', { Code }), last]);
    const update = (more: Row) => step('Update', 'Crate', { Weight: 1 }, more);
    const [detail] = await refused(stock.app, call(update({ WhereClause: byId(theirs) })), 403, 'OutOfScope');
    expect(detail.Path).toBe('Steps[1]');
    const stale = { WhereClause: where('Code', 'EqualTo', Code), Options: { ExpectedVersion: 9 } };
    await refused(stock.app, call(update(stale)), 412, 'VersionMismatch');
    await refused(stock.app, call(step('Insert', 'Nothing', {})), 404, 'UnknownEntity');
    await refused(stock.app, call(step('Insert', 'Label', { Text: 'x' })), 403, 'ScopeNone');
    expect(await stock.rows('Crate', where('Code', 'EqualTo', Code))).toEqual([]);
  });

  it('a reference to anything but one record', async () => {
    const several = (): Promise<Answer> =>
      stock
        .as('kim')
        .batch([
          step('Update', 'Crate', { Weight: 1 }, { Ref: 'none', WhereClause: where('Code', 'EqualTo', 'nobody') }),
          step('Insert', 'Item', { Position: 1, CrateId: '$none.Id' }),
        ]);
    expect(await refused(stock.app, several, 400, 'Validation')).toEqual([
      {
        Code: 'Validation',
        Message: "Step 'none' stands for 0 records, so there is no $none.Id.",
        Path: 'Steps[1].Fields[1].Value',
      },
    ]);
  });
});
