import { Depot, KEEPER } from '../../support/depot.js';
import { refused } from '../../support/refusal.js';
import { type Answer, where } from '../../support/test-app.js';

describe('POST /records/upsert (R225)', () => {
  let depot: Depot;
  beforeAll(async () => void (depot = await Depot.open()));
  afterAll(() => depot.close());

  it('creates where no record has the key, then changes the one that has it', async () => {
    const Code = depot.newCode();
    const created = await depot.as('kim').upsert('Crate', ['Code'], { Code, Weight: 5 });
    expect([created.status, created.body.RecordAffected]).toEqual([200, 1]);
    expect(created.body.Result).toMatchObject({
      Code,
      Weight: 5,
      OwnerId: KEEPER.kim,
      RowVersion: 1,
      Operation: 'Insert',
    });
    const mark = await depot.app.mark();
    const changed = await depot.as('kim').upsert('crate', ['code'], { Weight: 6, Code: Code.toLowerCase() });
    const { Id } = created.body.Result;
    expect(changed.body.Result).toEqual({ Id, RowVersion: 2, Operation: 'Update' });
    expect(await depot.rows('Crate', where('Code', 3, Code))).toEqual([
      expect.objectContaining({ Id, Code, Weight: 6 }),
    ]);
    expect(await depot.app.changes(mark)).toEqual(['Update Crate']);
    const outcome = { operation: 'Upsert', entity: 'Crate', record_ids: [Id] };
    const outcomes = await depot.app.query(
      'SELECT operation, entity, record_ids FROM platform.operation WHERE id = ANY($1::uuid[])',
      [[created.body.CorrelationId, changed.body.CorrelationId]],
    );
    expect(outcomes).toEqual([outcome, outcome]);
  });

  it('the same values again change nothing, immutable ones included (T65)', async () => {
    const fields = { Code: depot.newCode(), Weight: 1 };
    await depot.as('kim').upsert('Crate', ['Code'], fields);
    const mark = await depot.app.mark();
    expect((await depot.as('kim').upsert('Crate', ['Code'], fields)).body.Result.RowVersion).toBe(1);
    const [{ Id }] = await depot.rows('Crate', where('Code', 3, fields.Code));
    expect((await depot.as('kim').upsert('Crate', ['Id'], { Id, ...fields })).body.Result.Operation).toBe('Update');
    expect(await depot.app.changes(mark)).toEqual([]);
  });

  it('matches on a composite rule in any order, with lookups by id and by Match', async () => {
    const Code = depot.newCode();
    const CrateId = (await depot.as('kim').insert('Crate', { Code })).body.Result.Id;
    const first = await depot.as('kim').upsert('Item', ['Position', 'crateid'], { CrateId, Position: 1, Name: 'a' });
    const again = await depot.as('kim').upsert('Item', ['CrateId', 'Position'], {
      CrateId: { Match: { FieldName: 'Code', Value: Code } },
      Position: '1',
      Name: 'b',
    });
    expect([first.body.Result.Operation, again.body.Result.Operation]).toEqual(['Insert', 'Update']);
    expect(await depot.rows('Item', where('CrateId', 3, CrateId))).toEqual([expect.objectContaining({ Name: 'b' })]);
  });

  it('creates with the Id that is given, when matched on it', async () => {
    const Id = crypto.randomUUID();
    const { body } = await depot.as('kim').upsert('Crate', ['Id'], { Id, Code: depot.newCode() });
    expect(body.Result).toMatchObject({ Id, Operation: 'Insert' });
  });

  it('answers an object where an insert would answer the bare id', async () => {
    const headers = { Prefer: 'return=id' };
    const { body } = await depot.as('kim').upsert('Crate', ['Code'], { Code: depot.newCode() }, { headers });
    expect(body.Result).toEqual({ Id: expect.any(String), Operation: 'Insert' });
  });

  describe('refuses, and writes nothing:', () => {
    it('a MatchOn that is no unique rule, naming those there are', async () => {
      for (const MatchOn of [['Weight'], ['Row'], ['Code', 'Seal'], ['Nothing'], [], ['Code', 'Code']]) {
        const call = (): Promise<Answer> => depot.as('kim').upsert('Crate', MatchOn, { Code: depot.newCode() });
        const [detail] = await refused(depot.app, call, 400, 'Validation');
        expect(detail).toMatchObject({
          Path: 'MatchOn',
          Message: 'MatchOn must name a unique rule of Crate: [Id], [Code], [Seal], [Row, Shelf].',
        });
      }
    });

    it('a key without a value', async () => {
      const missing = await refused(
        depot.app,
        () => depot.as('kim').upsert('Crate', ['Row', 'Shelf'], { Code: depot.newCode(), Row: null }),
        400,
        'Validation',
      );
      expect(missing.map(({ FieldName, Path }) => `${FieldName} ${Path}`)).toEqual(['Row Fields[1]', 'Shelf Fields']);
    });

    it('a lookup of the key that would create its target', async () => {
      const call = (): Promise<Answer> =>
        depot.as('kim').upsert('Item', ['CrateId', 'Position'], { CrateId: { Code: depot.newCode() }, Position: 1 });
      expect((await refused(depot.app, call, 400, 'Validation'))[0].Path).toBe('Fields[0]');
    });

    it('faults of values, each once, whichever way it would go', async () => {
      const call = (): Promise<Answer> =>
        depot.as('kim').upsert('Crate', ['Code'], { Code: depot.newCode(), Weight: 'ten', Row: 'x', Nope: 1 });
      const details = await refused(depot.app, call, 400, 'Validation');
      expect(details.map(({ Code, Path }) => `${Code} ${Path}`)).toEqual([
        'Validation Fields[1]',
        'Validation Fields[2]',
        'UnknownField Fields[3]',
      ]);
    });

    it('a record out of update scope, read or not (T29)', async () => {
      const Code = depot.newCode();
      const CrateId = (await depot.as('lee').insert('Crate', { Code })).body.Result.Id;
      await depot.as('lee').insert('Item', { CrateId, Position: 1 });
      await refused(depot.app, () => depot.as('kim').upsert('Crate', ['Code'], { Code, Weight: 2 }), 403, 'OutOfScope');
      const hidden = (): Promise<Answer> =>
        depot.as('kim').upsert('Item', ['CrateId', 'Position'], { CrateId, Position: 1, Name: 'x' });
      await refused(depot.app, hidden, 403, 'OutOfScope');
    });

    it('by scope None, of create only when it would create', async () => {
      const call = (): Promise<Answer> =>
        depot.as('kim').upsert('Label', ['Id'], { Id: crypto.randomUUID(), Text: 'x' });
      await refused(depot.app, call, 403, 'ScopeNone');
    });

    it('a stale or missing version (R112)', async () => {
      const Code = depot.newCode();
      const stale = (headers: Record<string, string>, Options?: unknown) => (): Promise<Answer> =>
        depot.as('kim').upsert('Crate', ['Code'], { Code, Weight: 3 }, { headers, Options });
      await refused(depot.app, stale({ 'If-Match': '"1"' }), 412, 'VersionMismatch');
      await depot.as('kim').insert('Crate', { Code });
      await refused(depot.app, stale({}, { ExpectedVersion: 2 }), 412, 'VersionMismatch');
      expect((await stale({ 'If-Match': '"1"' })()).body.Result).toMatchObject({ Operation: 'Update', RowVersion: 2 });
    });

    it('an Id that a deleted record has', async () => {
      const { Id } = (await depot.as('kim').insert('Crate', { Code: depot.newCode() })).body.Result;
      await depot.as('kim').delete('Crate', where('Id', 3, Id));
      await refused(
        depot.app,
        () => depot.as('kim').upsert('Crate', ['Id'], { Id, Code: depot.newCode() }),
        409,
        'Conflict',
      );
    });

    it('a clash with another unique rule, either way (R99)', async () => {
      const Seal = depot.newCode();
      await depot.as('kim').insert('Crate', { Code: depot.newCode(), Seal });
      const Code = depot.newCode();
      const call = (): Promise<Answer> => depot.as('kim').upsert('Crate', ['Code'], { Code, Seal });
      expect((await refused(depot.app, call, 409, 'Conflict'))[0]).toMatchObject({
        FieldName: 'Seal',
        Path: 'Fields[1]',
      });
      await depot.as('kim').insert('Crate', { Code });
      expect((await refused(depot.app, call, 409, 'Conflict'))[0]).toMatchObject({
        FieldName: 'Seal',
        Path: 'Fields[1]',
      });
    });

    it('broken rules, as insert and update do', async () => {
      const Code = depot.newCode();
      const call = (): Promise<Answer> => depot.as('kim').upsert('Crate', ['Code'], { Code, Weight: -1 });
      await refused(depot.app, call, 400, 'FieldRule');
    });
  });

  it('a dry run answers what would happen and leaves nothing (R226)', async () => {
    const Code = depot.newCode();
    const mark = await depot.app.mark();
    const dry = (): Promise<Answer> =>
      depot.as('kim').upsert('Crate', ['Code'], { Code, Weight: 9 }, { Options: { DryRun: true } });
    expect((await dry()).body.Result).toMatchObject({ Operation: 'Insert', Weight: 9 });
    expect(await depot.app.changes(mark)).toEqual([]);
    await depot.as('kim').insert('Crate', { Code });
    expect((await dry()).body.Result).toMatchObject({ Operation: 'Update', RowVersion: 2 });
    expect((await depot.rows('Crate', where('Code', 3, Code)))[0]).toMatchObject({ Weight: 0, RowVersion: 1 });
  });

  it('many at once with one key: one creates, all others change', async () => {
    for (let round = 0; round < 8; round++) {
      const Code = depot.newCode();
      const calls = Array.from({ length: 8 }, (_, i) =>
        depot.as('kim').upsert('Crate', ['Code'], { Code, Weight: i + 1 }),
      );
      const answers = await Promise.all(calls);
      expect(answers.map(({ status, body }) => `${status} ${body.Result?.Operation}`).toSorted()).toEqual([
        '200 Insert',
        ...Array<string>(7).fill('200 Update'),
      ]);
      expect(await depot.rows('Crate', where('Code', 3, Code))).toEqual([expect.objectContaining({ RowVersion: 8 })]);
    }
  });
});
