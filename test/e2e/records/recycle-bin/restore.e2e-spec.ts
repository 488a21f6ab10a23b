import { CUSTOMER, customer, USER } from '../../../support/demo.js';
import { StockApp, KEEPER, SHIFT } from '../../../support/stock-fixture.js';
import { refused } from '../../../support/refusal.js';
import { type Answer, byId, where } from '../../../support/test-app.js';

// Requirement: R123
describe('POST /records/restore', () => {
  let stock: StockApp;
  beforeAll(async () => void (stock = await StockApp.open()));
  afterAll(() => stock.close());

  const remove = async (entity: string, id: unknown): Promise<void> =>
    expect((await stock.as('root').delete(entity, byId(id))).status).toBe(200);

  // See docs/interface/records.md#restore
  it('restores deleted records with the next version, and announces them as created', async () => {
    const Code = stock.newCode();
    const Id = await stock.as('kim').inserted('Crate', { Code, Weight: 3 });
    await remove('Crate', Id);
    const mark = await stock.app.mark();
    const { status, body } = await stock.as('root').restore('crate', byId(Id));
    expect([status, body.RecordAffected, body.Result]).toEqual([200, 1, [{ Id, RowVersion: 3 }]]);
    const back = { Id, Code, Weight: 3, OwnerId: KEEPER.kim, UpdatedBy: KEEPER.root, IsDeleted: false };
    expect(await stock.rows('Crate', where('Code', 'EqualTo', Code))).toEqual([expect.objectContaining(back)]);
    expect(await stock.app.changes(mark)).toEqual(['Create Crate']);
    const outcomes = await stock.app.query(
      'SELECT operation, entity, record_ids FROM platform.operation WHERE id = $1',
      [body.CorrelationId],
    );
    expect(outcomes).toEqual([{ operation: 'Update', entity: 'Crate', record_ids: [Id] }]);
  });

  it('matches deleted records only', async () => {
    const [live, gone] = [
      await stock.as('kim').inserted('Crate', { Code: stock.newCode() }),
      await stock.as('kim').inserted('Crate', { Code: stock.newCode() }),
    ];
    await remove('Crate', gone);
    const { body } = await stock.as('root').restore('Crate', byId([live, gone]));
    expect(body.Result).toEqual([{ Id: gone, RowVersion: 3 }]);
    expect((await stock.as('root').restore('Crate', byId(gone))).body.RecordAffected).toBe(0);
    const seat = await stock.as('root').inserted('Seat', { Name: 'a' });
    await remove('Seat', seat);
    expect((await stock.as('root').restore('Seat', byId(seat))).body.RecordAffected).toBe(0);
  });

  it('restores what the same delete cascaded to on all levels, and nothing deleted earlier', async () => {
    const CrateItems = [1, 2].map((Position) => ({ Position }));
    const Id = await stock.as('kim').inserted('Crate', { Code: stock.newCode(), CrateItems });
    const [first, second] = (await stock.rows('Item', where('CrateId', 'EqualTo', Id))).map((row) => row.Id);
    const label = await stock.as('root').inserted('Label', { ItemId: second, Text: 'x' });
    await remove('Item', first);
    await remove('Crate', Id);
    const mark = await stock.app.mark();
    expect((await stock.as('root').restore('Crate', byId(Id))).body.RecordAffected).toBe(1);
    expect(await stock.app.changes(mark)).toEqual(['Create Crate', 'Create Item', 'Create Label']);
    expect((await stock.rows('Item', where('CrateId', 'EqualTo', Id))).map((row) => row.Id)).toEqual([second]);
    expect(await stock.rows('Label', byId(label))).toHaveLength(1);
  });

  it('gives restored records the current owner of their OwnerFrom target, and that team', async () => {
    const Id = await stock.as('kim').inserted('Crate', { Code: stock.newCode(), CrateItems: [{ Position: 1 }] });
    const [{ Id: item }] = await stock.rows('Item', where('CrateId', 'EqualTo', Id));
    await remove('Item', item);
    await stock.as('root').update('Crate', { OwnerId: KEEPER.lee }, byId(Id));
    await stock.as('root').restore('Item', byId(item));
    expect((await stock.rows('Item', byId(item)))[0]).toMatchObject({ OwnerId: KEEPER.lee, OwnerTeamId: SHIFT.night });
  });

  it('gives restored records the current team of their owner', async () => {
    const Id = await stock.as('max').inserted('Crate', { Code: stock.newCode() });
    await remove('Crate', Id);
    const move = async (PrimaryTeamId: string | null): Promise<unknown> =>
      (await stock.as('root').update('User', { PrimaryTeamId }, byId(KEEPER.max))).body.Errors;
    expect(await move(SHIFT.day)).toEqual([]);
    await stock.as('root').restore('Crate', byId(Id));
    expect((await stock.rows('Crate', byId(Id)))[0]).toMatchObject({ OwnerId: KEEPER.max, OwnerTeamId: SHIFT.day });
    await remove('Crate', Id);
    expect(await move(null)).toEqual([]);
    await stock.as('root').restore('Crate', byId(Id));
    expect((await stock.rows('Crate', byId(Id)))[0]).toMatchObject({ OwnerTeamId: null });
  });

  it('clears a lookup that SetNull would have cleared meanwhile', async () => {
    const admin = stock.app.as('ada.admin');
    const contact = { CustomerId: CUSTOMER.bistro, FirstName: 'A', LastName: 'B' };
    const ContactId = (await admin.insert('Contact', contact)).body.Result.Id;
    const order = (await admin.insert('Order', { CustomerId: CUSTOMER.bistro, ContactId })).body.Result.Id;
    await admin.delete('Order', byId(order));
    await admin.delete('Contact', byId(ContactId));
    expect((await admin.restore('Order', byId(order))).body.RecordAffected).toBe(1);
    const { body } = await admin.select('Order', { WhereClause: byId(order) });
    expect(body.Result[0]).toMatchObject({ ContactId: null, CustomerId: CUSTOMER.bistro, OwnerId: USER.ada });
  });

  it('restores records that refer to each other', async () => {
    const admin = stock.app.as('ada.admin');
    const child = customer();
    const Id = (await admin.insert('Customer', customer({ ChildCustomers: [child] }))).body.Result.Id;
    const { body } = await admin.select('Customer', { WhereClause: where('TaxId', 'EqualTo', child.TaxId) });
    const both = byId([Id, body.Result[0].Id]);
    await admin.delete('Customer', both);
    expect((await admin.restore('Customer', both)).body.RecordAffected).toBe(2);
  });

  // Requirement: R226
  it('answers the result of a dry run and leaves nothing', async () => {
    const Id = await stock.as('kim').inserted('Crate', { Code: stock.newCode() });
    await remove('Crate', Id);
    const { body } = await stock.as('root').restore('Crate', byId(Id), { DryRun: true });
    expect(body.Result).toEqual([{ Id, RowVersion: 3 }]);
    expect(await stock.rows('Crate', byId(Id))).toEqual([]);
  });

  describe('refuses, and writes nothing:', () => {
    it('callers who are not Administrators, before all other checks', async () => {
      await refused(stock.app, () => stock.as('kim').restore('Nothing', {}), 403, 'AdministratorRequired');
    });

    it('a call without a where-clause', async () => {
      await refused(stock.app, () => stock.as('root').restore('Crate', { Filters: [] }), 400, 'WhereClauseRequired');
    });

    it('records whose unique values are taken, naming every rule and record', async () => {
      const fields = { Code: stock.newCode(), Seal: stock.newCode(), Row: 1, Shelf: 1 };
      const [first, second] = [
        await stock.as('kim').inserted('Crate', fields),
        await stock.as('kim').inserted('Crate', { Code: stock.newCode() }),
      ];
      await remove('Crate', [first, second]);
      await stock.as('kim').inserted('Crate', fields);
      const details = await refused(
        stock.app,
        () => stock.as('root').restore('Crate', byId([first, second])),
        409,
        'Conflict',
      );
      expect(details.map(({ FieldName, RecordId, Path }) => [FieldName, RecordId, Path])).toEqual([
        ['Code', first, 'WhereClause'],
        ['Seal', first, 'WhereClause'],
        ['Row', first, 'WhereClause'],
      ]);
    });

    it('two records that clash with each other', async () => {
      const Code = stock.newCode();
      const first = await stock.as('kim').inserted('Crate', { Code });
      await remove('Crate', first);
      const second = await stock.as('kim').inserted('Crate', { Code: Code.toLowerCase() });
      await remove('Crate', second);
      const details = await refused(
        stock.app,
        () => stock.as('root').restore('Crate', byId([first, second])),
        409,
        'Conflict',
      );
      expect(new Set(details.map(({ RecordId }) => RecordId))).toEqual(new Set([first, second]));
    });

    it('a record that refers to a deleted one', async () => {
      const Id = await stock.as('kim').inserted('Crate', { Code: stock.newCode(), CrateItems: [{ Position: 1 }] });
      const [{ Id: item }] = await stock.rows('Item', where('CrateId', 'EqualTo', Id));
      await remove('Item', item);
      await remove('Crate', Id);
      const [detail] = await refused(stock.app, () => stock.as('root').restore('Item', byId(item)), 409, 'Conflict');
      expect(detail).toMatchObject({
        FieldName: 'CrateId',
        Message: 'Item.CrateId refers to a deleted Crate; restore that first.',
        RecordId: item,
      });
    });

    // Requirement: R112
    it('a stale version', async () => {
      const Id = await stock.as('kim').inserted('Crate', { Code: stock.newCode() });
      await remove('Crate', Id);
      const stale = (): Promise<Answer> => stock.as('root').restore('Crate', byId(Id), { ExpectedVersion: 1 });
      await refused(stock.app, stale, 412, 'VersionMismatch');
      expect((await stock.as('root').restore('Crate', byId(Id), { ExpectedVersion: 2 })).status).toBe(200);
    });
  });

  describe('concurrently with others:', () => {
    it('a restore and an insert of one key: one succeeds, the other answers 409', async () => {
      for (let round = 0; round < 10; round++) {
        const Code = stock.newCode();
        const Id = await stock.as('kim').inserted('Crate', { Code });
        await remove('Crate', Id);
        const statuses = (
          await Promise.all([stock.as('root').restore('Crate', byId(Id)), stock.as('kim').insert('Crate', { Code })])
        ).map(({ status }) => status);
        expect(statuses.map(String).toSorted()).toEqual(['200', '409']);
        expect(await stock.rows('Crate', where('Code', 'EqualTo', Code))).toHaveLength(1);
      }
    });

    it('two restores of one record: one finds nothing', async () => {
      const Id = await stock.as('kim').inserted('Crate', { Code: stock.newCode() });
      await remove('Crate', Id);
      const answers = await Promise.all([1, 2, 3].map(() => stock.as('root').restore('Crate', byId(Id))));
      expect(answers.map(({ body }) => `${body.RecordAffected}`).toSorted()).toEqual(['0', '0', '1']);
      expect((await stock.rows('Crate', byId(Id)))[0].RowVersion).toBe(3);
    });

    it('a restore of a child and a delete of its parent: no live child of a deleted parent remains', async () => {
      for (let round = 0; round < 10; round++) {
        const Id = await stock.as('kim').inserted('Crate', { Code: stock.newCode(), CrateItems: [{ Position: 1 }] });
        const [{ Id: item }] = await stock.rows('Item', where('CrateId', 'EqualTo', Id));
        await remove('Item', item);
        const [restored, deleted] = await Promise.all([
          stock.as('root').restore('Item', byId(item)),
          stock.as('root').delete('Crate', byId(Id)),
        ]);
        expect(deleted.status).toBe(200);
        expect([200, 409]).toContain(restored.status);
        expect(await stock.rows('Item', byId(item))).toEqual([]);
      }
    });
  });
});
