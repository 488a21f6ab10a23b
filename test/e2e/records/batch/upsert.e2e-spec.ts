import { StockApp, KEEPER } from '../../../support/stock-fixture.js';
import { refused } from '../../../support/refusal.js';
import { type Answer, byId, where } from '../../../support/test-app.js';

// Requirement: R225
describe('POST /records/upsert', () => {
  let stock: StockApp;
  beforeAll(async () => void (stock = await StockApp.open()));
  afterAll(() => stock.close());

  it('creates a record for a new key, then updates the one that has it', async () => {
    const Code = stock.newCode();
    const created = await stock.as('kim').upsert('Crate', ['Code'], { Code, Weight: 5 });
    expect([created.status, created.body.RecordAffected]).toEqual([200, 1]);
    expect(created.body.Result).toMatchObject({
      Code,
      Weight: 5,
      OwnerId: KEEPER.kim,
      RowVersion: 1,
      Operation: 'Insert',
    });
    const mark = await stock.app.mark();
    const changed = await stock.as('kim').upsert('crate', ['code'], { Weight: 6, Code: Code.toLowerCase() });
    const { Id } = created.body.Result;
    expect(changed.body.Result).toEqual({ Id, RowVersion: 2, Operation: 'Update' });
    expect(await stock.rows('Crate', where('Code', 'EqualTo', Code))).toEqual([
      expect.objectContaining({ Id, Code, Weight: 6 }),
    ]);
    expect(await stock.app.changes(mark)).toEqual(['Update Crate']);
    const outcome = { operation: 'Upsert', entity: 'Crate', record_ids: [Id] };
    const outcomes = await stock.app.query(
      'SELECT operation, entity, record_ids FROM platform.operation WHERE id = ANY($1::uuid[])',
      [[created.body.CorrelationId, changed.body.CorrelationId]],
    );
    expect(outcomes).toEqual([outcome, outcome]);
  });

  // Requirement: T65
  it('changes nothing when repeated with the same values, immutable ones included', async () => {
    const fields = { Code: stock.newCode(), Weight: 1 };
    await stock.as('kim').upsert('Crate', ['Code'], fields);
    const mark = await stock.app.mark();
    expect((await stock.as('kim').upsert('Crate', ['Code'], fields)).body.Result.RowVersion).toBe(1);
    const [{ Id }] = await stock.rows('Crate', where('Code', 'EqualTo', fields.Code));
    expect((await stock.as('kim').upsert('Crate', ['Id'], { Id, ...fields })).body.Result.Operation).toBe('Update');
    expect(await stock.app.changes(mark)).toEqual([]);
  });

  it('matches on a composite rule in any order, with lookups by id and by Match', async () => {
    const Code = stock.newCode();
    const CrateId = (await stock.as('kim').insert('Crate', { Code })).body.Result.Id;
    const first = await stock.as('kim').upsert('Item', ['Position', 'crateid'], { CrateId, Position: 1, Name: 'a' });
    const again = await stock.as('kim').upsert('Item', ['CrateId', 'Position'], {
      CrateId: { Match: { FieldName: 'Code', Value: Code } },
      Position: '1',
      Name: 'b',
    });
    expect([first.body.Result.Operation, again.body.Result.Operation]).toEqual(['Insert', 'Update']);
    expect(await stock.rows('Item', where('CrateId', 'EqualTo', CrateId))).toEqual([
      expect.objectContaining({ Name: 'b' }),
    ]);
  });

  it('creates the record with the given Id when matched on it', async () => {
    const Id = crypto.randomUUID();
    const { body } = await stock.as('kim').upsert('Crate', ['Id'], { Id, Code: stock.newCode() });
    expect(body.Result).toMatchObject({ Id, Operation: 'Insert' });
  });

  it('answers an object where an insert would answer only the id', async () => {
    const headers = { Prefer: 'return=id' };
    const { body } = await stock.as('kim').upsert('Crate', ['Code'], { Code: stock.newCode() }, { headers });
    expect(body.Result).toEqual({ Id: expect.any(String), Operation: 'Insert' });
  });

  describe('refuses, and writes nothing:', () => {
    it('a MatchOn that is not a unique rule, listing the existing ones', async () => {
      for (const MatchOn of [['Weight'], ['Row'], ['Code', 'Seal'], ['Nothing'], [], ['Code', 'Code']]) {
        const call = (): Promise<Answer> => stock.as('kim').upsert('Crate', MatchOn, { Code: stock.newCode() });
        const [detail] = await refused(stock.app, call, 400, 'Validation');
        expect(detail).toMatchObject({
          Path: 'MatchOn',
          Message: 'MatchOn must name a unique rule of Crate: [Id], [Code], [Seal], [Row, Shelf].',
        });
      }
    });

    it('a key without a value', async () => {
      const missing = await refused(
        stock.app,
        () => stock.as('kim').upsert('Crate', ['Row', 'Shelf'], { Code: stock.newCode(), Row: null }),
        400,
        'Validation',
      );
      expect(missing.map(({ FieldName, Path }) => `${FieldName} ${Path}`)).toEqual(['Row Fields[1]', 'Shelf Fields']);
    });

    it('a lookup in the key that would create its target', async () => {
      const call = (): Promise<Answer> =>
        stock.as('kim').upsert('Item', ['CrateId', 'Position'], { CrateId: { Code: stock.newCode() }, Position: 1 });
      expect((await refused(stock.app, call, 400, 'Validation'))[0].Path).toBe('Fields[0]');
    });

    it('faulty values, each reported once, for insert and update alike', async () => {
      const call = (): Promise<Answer> =>
        stock.as('kim').upsert('Crate', ['Code'], { Code: stock.newCode(), Weight: 'ten', Row: 'x', Nope: 1 });
      const details = await refused(stock.app, call, 400, 'Validation');
      expect(details.map(({ Code, Path }) => `${Code} ${Path}`)).toEqual([
        'Validation Fields[1]',
        'Validation Fields[2]',
        'UnknownField Fields[3]',
      ]);
    });

    // Requirement: T29
    it('a record out of update scope, readable or not', async () => {
      const Code = stock.newCode();
      const CrateId = (await stock.as('lee').insert('Crate', { Code })).body.Result.Id;
      await stock.as('lee').insert('Item', { CrateId, Position: 1 });
      await refused(stock.app, () => stock.as('kim').upsert('Crate', ['Code'], { Code, Weight: 2 }), 403, 'OutOfScope');
      const hidden = (): Promise<Answer> =>
        stock.as('kim').upsert('Item', ['CrateId', 'Position'], { CrateId, Position: 1, Name: 'x' });
      await refused(stock.app, hidden, 403, 'OutOfScope');
    });

    it('scope None, that of create only when it would create', async () => {
      const call = (): Promise<Answer> =>
        stock.as('kim').upsert('Label', ['Id'], { Id: crypto.randomUUID(), Text: 'x' });
      await refused(stock.app, call, 403, 'ScopeNone');
    });

    // Requirement: R112
    it('a stale or missing version', async () => {
      const Code = stock.newCode();
      const stale = (headers: Record<string, string>, Options?: unknown) => (): Promise<Answer> =>
        stock.as('kim').upsert('Crate', ['Code'], { Code, Weight: 3 }, { headers, Options });
      await refused(stock.app, stale({ 'If-Match': '"1"' }), 412, 'VersionMismatch');
      await stock.as('kim').insert('Crate', { Code });
      await refused(stock.app, stale({}, { ExpectedVersion: 2 }), 412, 'VersionMismatch');
      expect((await stale({ 'If-Match': '"1"' })()).body.Result).toMatchObject({ Operation: 'Update', RowVersion: 2 });
    });

    it('an Id that a deleted record has', async () => {
      const { Id } = (await stock.as('kim').insert('Crate', { Code: stock.newCode() })).body.Result;
      await stock.as('kim').delete('Crate', byId(Id));
      await refused(
        stock.app,
        () => stock.as('kim').upsert('Crate', ['Id'], { Id, Code: stock.newCode() }),
        409,
        'Conflict',
      );
    });

    // Requirement: R99
    it('a clash with another unique rule, on insert and on update', async () => {
      const Seal = stock.newCode();
      await stock.as('kim').insert('Crate', { Code: stock.newCode(), Seal });
      const Code = stock.newCode();
      const call = (): Promise<Answer> => stock.as('kim').upsert('Crate', ['Code'], { Code, Seal });
      expect((await refused(stock.app, call, 409, 'Conflict'))[0]).toMatchObject({
        FieldName: 'Seal',
        Path: 'Fields[1]',
      });
      await stock.as('kim').insert('Crate', { Code });
      expect((await refused(stock.app, call, 409, 'Conflict'))[0]).toMatchObject({
        FieldName: 'Seal',
        Path: 'Fields[1]',
      });
    });

    // Requirement: R3
    it('broken rules, as insert and update do', async () => {
      const Code = stock.newCode();
      const call = (): Promise<Answer> => stock.as('kim').upsert('Crate', ['Code'], { Code, Weight: -1 });
      await refused(stock.app, call, 400, 'FieldRule');
    });
  });

  // Requirement: R226
  it('answers a dry run with the result of a real run and writes nothing', async () => {
    const Code = stock.newCode();
    const mark = await stock.app.mark();
    const dry = (): Promise<Answer> =>
      stock.as('kim').upsert('Crate', ['Code'], { Code, Weight: 9 }, { Options: { DryRun: true } });
    expect((await dry()).body.Result).toMatchObject({ Operation: 'Insert', Weight: 9 });
    expect(await stock.app.changes(mark)).toEqual([]);
    await stock.as('kim').insert('Crate', { Code });
    expect((await dry()).body.Result).toMatchObject({ Operation: 'Update', RowVersion: 2 });
    expect((await stock.rows('Crate', where('Code', 'EqualTo', Code)))[0]).toMatchObject({ Weight: 0, RowVersion: 1 });
  });

  it('creates once and updates otherwise when many run at once with one key', async () => {
    for (let round = 0; round < 8; round++) {
      const Code = stock.newCode();
      const calls = Array.from({ length: 8 }, (_, i) =>
        stock.as('kim').upsert('Crate', ['Code'], { Code, Weight: i + 1 }),
      );
      const answers = await Promise.all(calls);
      expect(answers.map(({ status, body }) => `${status} ${body.Result?.Operation}`).toSorted()).toEqual([
        '200 Insert',
        ...Array<string>(7).fill('200 Update'),
      ]);
      expect(await stock.rows('Crate', where('Code', 'EqualTo', Code))).toEqual([
        expect.objectContaining({ RowVersion: 8 }),
      ]);
    }
  });
});
