import { StockApp } from '../../../support/stock-fixture.js';
import { refused } from '../../../support/refusal.js';
import { type Answer, byId, type Row, where } from '../../../support/test-app.js';
import { step } from './steps.js';

interface StepResult {
  readonly StatusCode: string;
  readonly ErrorDetails: readonly { readonly Code: string; readonly Path?: string }[];
}

// Requirement: R225
describe('POST /records/batch', () => {
  let stock: StockApp;
  beforeAll(async () => void (stock = await StockApp.open()));
  afterAll(() => stock.close());

  const newCrate = async (fields: Row = {}): Promise<string> =>
    (await stock.as('kim').insert('Crate', { Code: stock.newCode(), ...fields })).body.Result.Id as string;

  it('runs steps in order in one transaction with one outcome; later steps use Ids of earlier ones', async () => {
    const old = await newCrate();
    const Code = stock.newCode();
    const mark = await stock.app.mark();
    const answer = await stock
      .as('kim')
      .batch([
        step('insert', 'Crate', { Code }, { Ref: 'crate' }),
        step('Insert', 'Item', { CrateId: '$crate.Id', Position: 1, Name: 'a' }, { Ref: 'item' }),
        step('Upsert', 'Item', { Position: 1, CrateId: '$crate.Id', Name: 'b' }, { MatchOn: ['CrateId', 'Position'] }),
        step('UPDATE', 'Crate', { Weight: 7 }, { WhereClause: byId(['$crate.Id']) }),
        step('Delete', 'Crate', undefined, { WhereClause: byId(old) }),
      ]);
    expect([answer.status, answer.body.RecordAffected]).toEqual([200, 5]);
    const [crate, item, upserted, updated, deleted] = answer.body.Result;
    expect(crate).toMatchObject({
      IsSuccess: true,
      StatusCode: '200',
      RecordAffected: 1,
      Errors: [],
      ErrorDetails: [],
    });
    const { Id } = crate.Result;
    expect(item.Result).toMatchObject({ CrateId: Id, Name: 'a' });
    expect(upserted.Result).toEqual({ Id: item.Result.Id, RowVersion: 2, Operation: 'Update' });
    expect([updated.Result, deleted.Result]).toEqual([[{ Id, RowVersion: 2 }], [{ Id: old, RowVersion: 2 }]]);
    expect(await stock.app.changes(mark)).toEqual([
      'Create Crate',
      'Create Item',
      'Update Item',
      'Update Crate',
      'Delete Crate',
    ]);
    const outcomes = await stock.app.query(
      'SELECT id, operation, entity FROM platform.operation ORDER BY submitted_on DESC LIMIT 1',
    );
    expect(outcomes).toEqual([{ id: answer.body.CorrelationId, operation: 'Batch', entity: null }]);
    const correlations = await stock.app.query(
      'SELECT DISTINCT correlation_id FROM platform.change WHERE position > $1',
      [mark],
    );
    expect(correlations).toEqual([{ correlation_id: answer.body.CorrelationId }]);
  });

  it('resolves references in nested values and where-clauses, as data', async () => {
    const { body, status } = await stock.as('kim').batch([
      step('Insert', 'Crate', { Code: stock.newCode() }, { Ref: 'a' }),
      step(
        'Insert',
        'Crate',
        {
          Code: stock.newCode(),
          CrateItems: [{ Position: 1, Name: '$$a.Id' }, [{ FieldName: 'Position', Value: 2 }]],
        },
        { Ref: 'b' },
      ),
      step('Update', 'Item', { CrateId: { Id: '$a.Id' } }, { WhereClause: where('CrateId', 'EqualTo', '$b.Id') }),
      step(
        'Update',
        'Item',
        { Name: '$5.00' },
        {
          WhereClause: where('CrateId', 'ExistsIn', {
            EntityName: 'Crate',
            FieldName: 'Id',
            WhereClause: byId('$a.Id'),
          }),
        },
      ),
    ]);
    expect([status, body.Errors]).toEqual([200, []]);
    const a = body.Result[0].Result.Id;
    expect((await stock.rows('Item', where('CrateId', 'EqualTo', a))).map(({ Name }) => Name)).toEqual([
      '$5.00',
      '$5.00',
    ]);
  });

  it('escapes a text that looks like a reference by $$', async () => {
    const { body } = await stock
      .as('kim')
      .batch([
        step('Insert', 'Crate', { Code: stock.newCode() }, { Ref: 'a' }),
        step('Insert', 'Item', { CrateId: '$a.Id', Position: 1, Name: '$$a.Id' }),
      ]);
    expect(body.Result[1].Result.Name).toBe('$a.Id');
  });

  it('lets a step see the writes of earlier steps and reports clashes at their step', async () => {
    const Code = stock.newCode();
    const call = (): Promise<Answer> =>
      stock.as('kim').batch([step('Insert', 'Crate', { Code }), step('Insert', 'Crate', { Weight: 1, Code })]);
    const [detail] = await refused(stock.app, call, 409, 'Conflict');
    expect(detail).toMatchObject({ FieldName: 'Code', Path: 'Steps[1].Fields[1]' });
  });

  // Requirement: R226
  it('executes all steps of a dry run and writes nothing', async () => {
    const mark = await stock.app.mark();
    const { body, status } = await stock
      .as('kim')
      .batch(
        [
          step('Insert', 'Crate', { Code: stock.newCode() }, { Ref: 'a' }),
          step('Insert', 'Item', { Position: 1, CrateId: '$a.Id' }),
        ],
        { Options: { DryRun: true } },
      );
    expect([status, body.Result[1].Result.CrateId]).toEqual([200, body.Result[0].Result.Id]);
    expect(await stock.app.changes(mark)).toEqual([]);
  });

  it('ignores unknown members of steps with a line in Log', async () => {
    const { body } = await stock
      .as('kim')
      .batch([step('Insert', 'Crate', { Code: stock.newCode() }, { Colour: 'red' })]);
    expect(body.Log).toEqual(["Steps[0]: Unknown member 'Colour' was ignored."]);
  });

  it('commits each step of an Independent batch by itself and answers 200 with faults in the results', async () => {
    const Code = stock.newCode();
    const { status, body } = await stock
      .as('kim')
      .batch(
        [
          step('Insert', 'Crate', { Code }, { Ref: 'good' }),
          step('Insert', 'Crate', { Code }, { Ref: 'bad' }),
          step('Insert', 'Item', { Position: 1, CrateId: '$bad.Id' }),
          step('Insert', 'Item', { Position: 1, CrateId: '$good.Id' }),
          step('Delete', 'Crate'),
          step('Update', 'Nothing', { A: 1 }, { WhereClause: where('Id', 'IsNULL') }),
        ],
        { Mode: 'independent' },
      );
    expect([status, body.IsSuccess, body.RecordAffected]).toEqual([200, true, 2]);
    const codes = body.Result.map(
      (each: StepResult) =>
        `${each.StatusCode} ${each.ErrorDetails[0]?.Code ?? ''} ${each.ErrorDetails[0]?.Path ?? ''}`,
    );
    expect(codes).toEqual([
      '200  ',
      '409 Conflict Fields[0]',
      '400 Validation Fields[1].Value',
      '200  ',
      '400 WhereClauseRequired WhereClause',
      '404 UnknownEntity ',
    ]);
    expect(body.Result[1]).toMatchObject({ IsSuccess: false, Result: null, RecordAffected: 0 });
    expect(body.Result[2].Errors).toEqual(["Step 'bad' failed, so there is no $bad.Id."]);
    expect(await stock.rows('Item', where('CrateId.Code', 'EqualTo', Code))).toHaveLength(1);
    const outcomes = await stock.app.query('SELECT operation FROM platform.operation WHERE id = $1', [
      body.CorrelationId,
    ]);
    expect(outcomes).toEqual([{ operation: 'Batch' }]);
  });

  it('succeeds for all of several concurrent batches that upsert one key', async () => {
    const Code = stock.newCode();
    const one = (i: number): Promise<Answer> =>
      stock
        .as('kim')
        .batch([
          step('Upsert', 'Crate', { Code, Weight: i }, { MatchOn: ['Code'], Ref: 'crate' }),
          step('Insert', 'Item', { CrateId: '$crate.Id', Position: i }),
        ]);
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(one));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(await stock.rows('Crate', where('Code', 'EqualTo', Code))).toHaveLength(1);
    expect(await stock.rows('Item', where('CrateId.Code', 'EqualTo', Code))).toHaveLength(6);
  });

  it('runs 1,000 steps in one batch', async () => {
    const Code = stock.newCode();
    const steps = Array.from({ length: 999 }, (_, i) => step('Insert', 'Item', { CrateId: '$crate.Id', Position: i }));
    const { status, body } = await stock
      .as('kim')
      .batch([step('Insert', 'Crate', { Code }, { Ref: 'crate' }), ...steps]);
    expect([status, body.RecordAffected]).toEqual([200, 1_000]);
  });
});
