import { Depot } from '../../support/depot.js';
import { refused } from '../../support/refusal.js';
import { type Answer, type Row, where } from '../../support/test-app.js';
import { step } from './steps.js';

interface StepResult {
  readonly StatusCode: string;
  readonly ErrorDetails: readonly { readonly Code: string; readonly Path?: string }[];
}

describe('POST /records/batch (R225)', () => {
  let depot: Depot;
  beforeAll(async () => void (depot = await Depot.open()));
  afterAll(() => depot.close());

  const newCrate = async (fields: Row = {}): Promise<string> =>
    (await depot.as('kim').insert('Crate', { Code: depot.newCode(), ...fields })).body.Result.Id as string;

  it('runs steps in order, later ones with the Ids of earlier ones, in one transaction with one outcome', async () => {
    const old = await newCrate();
    const Code = depot.newCode();
    const mark = await depot.app.mark();
    const answer = await depot
      .as('kim')
      .batch([
        step('insert', 'Crate', { Code }, { Ref: 'crate' }),
        step('Insert', 'Item', { CrateId: '$crate.Id', Position: 1, Name: 'a' }, { Ref: 'item' }),
        step('Upsert', 'Item', { Position: 1, CrateId: '$crate.Id', Name: 'b' }, { MatchOn: ['CrateId', 'Position'] }),
        step('UPDATE', 'Crate', { Weight: 7 }, { WhereClause: where('Id', 'IN', ['$crate.Id']) }),
        step('Delete', 'Crate', undefined, { WhereClause: where('Id', 3, old) }),
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
    expect(await depot.app.changes(mark)).toEqual([
      'Create Crate',
      'Create Item',
      'Update Item',
      'Update Crate',
      'Delete Crate',
    ]);
    const outcomes = await depot.app.query(
      'SELECT id, operation, entity FROM platform.operation ORDER BY submitted_on DESC LIMIT 1',
    );
    expect(outcomes).toEqual([{ id: answer.body.CorrelationId, operation: 'Batch', entity: null }]);
    const correlations = await depot.app.query(
      'SELECT DISTINCT correlation_id FROM platform.change WHERE position > $1',
      [mark],
    );
    expect(correlations).toEqual([{ correlation_id: answer.body.CorrelationId }]);
  });

  it('references reach nested values and where-clauses, as data', async () => {
    const { body, status } = await depot.as('kim').batch([
      step('Insert', 'Crate', { Code: depot.newCode() }, { Ref: 'a' }),
      step(
        'Insert',
        'Crate',
        {
          Code: depot.newCode(),
          CrateItems: [{ Position: 1, Name: '$$a.Id' }, [{ FieldName: 'Position', Value: 2 }]],
        },
        { Ref: 'b' },
      ),
      step('Update', 'Item', { CrateId: { Id: '$a.Id' } }, { WhereClause: where('CrateId', 3, '$b.Id') }),
      step(
        'Update',
        'Item',
        { Name: '$5.00' },
        {
          WhereClause: where('CrateId', 'ExistsIn', {
            EntityName: 'Crate',
            FieldName: 'Id',
            WhereClause: where('Id', 3, '$a.Id'),
          }),
        },
      ),
    ]);
    expect([status, body.Errors]).toEqual([200, []]);
    const a = body.Result[0].Result.Id;
    expect((await depot.rows('Item', where('CrateId', 3, a))).map(({ Name }) => Name)).toEqual(['$5.00', '$5.00']);
  });

  it('a text that looks like a reference is written with $$', async () => {
    const { body } = await depot
      .as('kim')
      .batch([
        step('Insert', 'Crate', { Code: depot.newCode() }, { Ref: 'a' }),
        step('Insert', 'Item', { CrateId: '$a.Id', Position: 1, Name: '$$a.Id' }),
      ]);
    expect(body.Result[1].Result.Name).toBe('$a.Id');
  });

  it('a step sees what steps before it did, and clashes are named where they stand', async () => {
    const Code = depot.newCode();
    const call = (): Promise<Answer> =>
      depot.as('kim').batch([step('Insert', 'Crate', { Code }), step('Insert', 'Crate', { Weight: 1, Code })]);
    const [detail] = await refused(depot.app, call, 409, 'Conflict');
    expect(detail).toMatchObject({ FieldName: 'Code', Path: 'Steps[1].Fields[1]' });
  });

  it('a dry run runs all steps and leaves nothing (R226)', async () => {
    const mark = await depot.app.mark();
    const { body, status } = await depot
      .as('kim')
      .batch(
        [
          step('Insert', 'Crate', { Code: depot.newCode() }, { Ref: 'a' }),
          step('Insert', 'Item', { Position: 1, CrateId: '$a.Id' }),
        ],
        { Options: { DryRun: true } },
      );
    expect([status, body.Result[1].Result.CrateId]).toEqual([200, body.Result[0].Result.Id]);
    expect(await depot.app.changes(mark)).toEqual([]);
  });

  it('unknown members of steps are ignored with a line in Log', async () => {
    const { body } = await depot
      .as('kim')
      .batch([step('Insert', 'Crate', { Code: depot.newCode() }, { Colour: 'red' })]);
    expect(body.Log).toEqual(["Steps[0]: Unknown member 'Colour' was ignored."]);
  });

  it('Independent: each step by itself, 200, the faults in the results', async () => {
    const Code = depot.newCode();
    const { status, body } = await depot
      .as('kim')
      .batch(
        [
          step('Insert', 'Crate', { Code }, { Ref: 'good' }),
          step('Insert', 'Crate', { Code }, { Ref: 'bad' }),
          step('Insert', 'Item', { Position: 1, CrateId: '$bad.Id' }),
          step('Insert', 'Item', { Position: 1, CrateId: '$good.Id' }),
          step('Delete', 'Crate'),
          step('Update', 'Nothing', { A: 1 }, { WhereClause: where('Id', 6) }),
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
    expect(await depot.rows('Item', where('CrateId.Code', 3, Code))).toHaveLength(1);
    const outcomes = await depot.app.query('SELECT operation FROM platform.operation WHERE id = $1', [
      body.CorrelationId,
    ]);
    expect(outcomes).toEqual([{ operation: 'Batch' }]);
  });

  it('batches that upsert one key at once all succeed', async () => {
    const Code = depot.newCode();
    const one = (i: number): Promise<Answer> =>
      depot
        .as('kim')
        .batch([
          step('Upsert', 'Crate', { Code, Weight: i }, { MatchOn: ['Code'], Ref: 'crate' }),
          step('Insert', 'Item', { CrateId: '$crate.Id', Position: i }),
        ]);
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(one));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(await depot.rows('Crate', where('Code', 3, Code))).toHaveLength(1);
    expect(await depot.rows('Item', where('CrateId.Code', 3, Code))).toHaveLength(6);
  });

  it('1,000 steps in one batch', async () => {
    const Code = depot.newCode();
    const steps = Array.from({ length: 999 }, (_, i) => step('Insert', 'Item', { CrateId: '$crate.Id', Position: i }));
    const { status, body } = await depot
      .as('kim')
      .batch([step('Insert', 'Crate', { Code }, { Ref: 'crate' }), ...steps]);
    expect([status, body.RecordAffected]).toEqual([200, 1_000]);
  });
});
