import { CUSTOMER, customer, USER } from '../../support/demo.js';
import { Depot, KEEPER, SHIFT } from '../../support/depot.js';
import { refused } from '../../support/refusal.js';
import { type Answer, byId, where } from '../../support/test-app.js';

describe('POST /records/restore (R123)', () => {
  let depot: Depot;
  beforeAll(async () => void (depot = await Depot.open()));
  afterAll(() => depot.close());

  const remove = async (entity: string, id: unknown): Promise<void> =>
    expect((await depot.as('root').delete(entity, byId(id))).status).toBe(200);

  it('brings deleted records back as they were, one version on, and tells it as a creation (contract §14.9)', async () => {
    const Code = depot.newCode();
    const Id = await depot.as('kim').inserted('Crate', { Code, Weight: 3 });
    await remove('Crate', Id);
    const mark = await depot.app.mark();
    const { status, body } = await depot.as('root').restore('crate', byId(Id));
    expect([status, body.RecordAffected, body.Result]).toEqual([200, 1, [{ Id, RowVersion: 3 }]]);
    const back = { Id, Code, Weight: 3, OwnerId: KEEPER.kim, UpdatedBy: KEEPER.root, IsDeleted: false };
    expect(await depot.rows('Crate', where('Code', 3, Code))).toEqual([expect.objectContaining(back)]);
    expect(await depot.app.changes(mark)).toEqual(['Create Crate']);
    const outcomes = await depot.app.query(
      'SELECT operation, entity, record_ids FROM platform.operation WHERE id = $1',
      [body.CorrelationId],
    );
    expect(outcomes).toEqual([{ operation: 'Update', entity: 'Crate', record_ids: [Id] }]);
  });

  it('matches deleted records only', async () => {
    const [live, gone] = [
      await depot.as('kim').inserted('Crate', { Code: depot.newCode() }),
      await depot.as('kim').inserted('Crate', { Code: depot.newCode() }),
    ];
    await remove('Crate', gone);
    const { body } = await depot.as('root').restore('Crate', byId([live, gone]));
    expect(body.Result).toEqual([{ Id: gone, RowVersion: 3 }]);
    expect((await depot.as('root').restore('Crate', byId(gone))).body.RecordAffected).toBe(0);
    const seat = await depot.as('root').inserted('Seat', { Name: 'a' });
    await remove('Seat', seat);
    expect((await depot.as('root').restore('Seat', byId(seat))).body.RecordAffected).toBe(0);
  });

  it('brings along what the same delete took along, all levels down, and nothing that was deleted before', async () => {
    const CrateItems = [1, 2].map((Position) => ({ Position }));
    const Id = await depot.as('kim').inserted('Crate', { Code: depot.newCode(), CrateItems });
    const [first, second] = (await depot.rows('Item', where('CrateId', 3, Id))).map((row) => row.Id);
    const label = await depot.as('root').inserted('Label', { ItemId: second, Text: 'x' });
    await remove('Item', first);
    await remove('Crate', Id);
    const mark = await depot.app.mark();
    expect((await depot.as('root').restore('Crate', byId(Id))).body.RecordAffected).toBe(1);
    expect(await depot.app.changes(mark)).toEqual(['Create Crate', 'Create Item', 'Create Label']);
    expect((await depot.rows('Item', where('CrateId', 3, Id))).map((row) => row.Id)).toEqual([second]);
    expect(await depot.rows('Label', byId(label))).toHaveLength(1);
  });

  it('gives back what has a new owner by now: the one of its OwnerFrom, and his team', async () => {
    const Id = await depot.as('kim').inserted('Crate', { Code: depot.newCode(), CrateItems: [{ Position: 1 }] });
    const [{ Id: item }] = await depot.rows('Item', where('CrateId', 3, Id));
    await remove('Item', item);
    await depot.as('root').update('Crate', { OwnerId: KEEPER.lee }, byId(Id));
    await depot.as('root').restore('Item', byId(item));
    expect((await depot.rows('Item', byId(item)))[0]).toMatchObject({ OwnerId: KEEPER.lee, OwnerTeamId: SHIFT.night });
  });

  it('gives back what an owner of another team by now has, with that team', async () => {
    const Id = await depot.as('max').inserted('Crate', { Code: depot.newCode() });
    await remove('Crate', Id);
    const move = async (PrimaryTeamId: string | null): Promise<unknown> =>
      (await depot.as('root').update('User', { PrimaryTeamId }, byId(KEEPER.max))).body.Errors;
    expect(await move(SHIFT.day)).toEqual([]);
    await depot.as('root').restore('Crate', byId(Id));
    expect((await depot.rows('Crate', byId(Id)))[0]).toMatchObject({ OwnerId: KEEPER.max, OwnerTeamId: SHIFT.day });
    await remove('Crate', Id);
    expect(await move(null)).toEqual([]);
    await depot.as('root').restore('Crate', byId(Id));
    expect((await depot.rows('Crate', byId(Id)))[0]).toMatchObject({ OwnerTeamId: null });
  });

  it('clears a lookup that SetNull would have cleared meanwhile', async () => {
    const admin = depot.app.as('ada.admin');
    const contact = { CustomerId: CUSTOMER.bistro, FirstName: 'A', LastName: 'B' };
    const ContactId = (await admin.insert('Contact', contact)).body.Result.Id;
    const order = (await admin.insert('Order', { CustomerId: CUSTOMER.bistro, ContactId })).body.Result.Id;
    await admin.delete('Order', byId(order));
    await admin.delete('Contact', byId(ContactId));
    expect((await admin.restore('Order', byId(order))).body.RecordAffected).toBe(1);
    const { body } = await admin.select('Order', { WhereClause: byId(order) });
    expect(body.Result[0]).toMatchObject({ ContactId: null, CustomerId: CUSTOMER.bistro, OwnerId: USER.ada });
  });

  it('brings records back that lead to each other', async () => {
    const admin = depot.app.as('ada.admin');
    const child = customer();
    const Id = (await admin.insert('Customer', customer({ ChildCustomers: [child] }))).body.Result.Id;
    const { body } = await admin.select('Customer', { WhereClause: where('TaxId', 3, child.TaxId) });
    const both = byId([Id, body.Result[0].Id]);
    await admin.delete('Customer', both);
    expect((await admin.restore('Customer', both)).body.RecordAffected).toBe(2);
  });

  it('a dry run answers what would happen and leaves nothing (R226)', async () => {
    const Id = await depot.as('kim').inserted('Crate', { Code: depot.newCode() });
    await remove('Crate', Id);
    const { body } = await depot.as('root').restore('Crate', byId(Id), { DryRun: true });
    expect(body.Result).toEqual([{ Id, RowVersion: 3 }]);
    expect(await depot.rows('Crate', byId(Id))).toEqual([]);
  });

  describe('refuses, and writes nothing:', () => {
    it('everybody but Administrators, before anything else is looked at', async () => {
      await refused(depot.app, () => depot.as('kim').restore('Nothing', {}), 403, 'AdministratorRequired');
    });

    it('a call without a where-clause', async () => {
      await refused(depot.app, () => depot.as('root').restore('Crate', { Filters: [] }), 400, 'WhereClauseRequired');
    });

    it('records whose unique values are taken by now, naming every rule and record', async () => {
      const fields = { Code: depot.newCode(), Seal: depot.newCode(), Row: 1, Shelf: 1 };
      const [first, second] = [
        await depot.as('kim').inserted('Crate', fields),
        await depot.as('kim').inserted('Crate', { Code: depot.newCode() }),
      ];
      await remove('Crate', [first, second]);
      await depot.as('kim').inserted('Crate', fields);
      const details = await refused(
        depot.app,
        () => depot.as('root').restore('Crate', byId([first, second])),
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
      const Code = depot.newCode();
      const first = await depot.as('kim').inserted('Crate', { Code });
      await remove('Crate', first);
      const second = await depot.as('kim').inserted('Crate', { Code: Code.toLowerCase() });
      await remove('Crate', second);
      const details = await refused(
        depot.app,
        () => depot.as('root').restore('Crate', byId([first, second])),
        409,
        'Conflict',
      );
      expect(new Set(details.map(({ RecordId }) => RecordId))).toEqual(new Set([first, second]));
    });

    it('a record that leads to a deleted one', async () => {
      const Id = await depot.as('kim').inserted('Crate', { Code: depot.newCode(), CrateItems: [{ Position: 1 }] });
      const [{ Id: item }] = await depot.rows('Item', where('CrateId', 3, Id));
      await remove('Item', item);
      await remove('Crate', Id);
      const [detail] = await refused(depot.app, () => depot.as('root').restore('Item', byId(item)), 409, 'Conflict');
      expect(detail).toMatchObject({
        FieldName: 'CrateId',
        Message: 'Item.CrateId leads to a deleted Crate; restore that first.',
        RecordId: item,
      });
    });

    it('a stale version (R112)', async () => {
      const Id = await depot.as('kim').inserted('Crate', { Code: depot.newCode() });
      await remove('Crate', Id);
      const stale = (): Promise<Answer> => depot.as('root').restore('Crate', byId(Id), { ExpectedVersion: 1 });
      await refused(depot.app, stale, 412, 'VersionMismatch');
      expect((await depot.as('root').restore('Crate', byId(Id), { ExpectedVersion: 2 })).status).toBe(200);
    });
  });

  describe('at the same time as others:', () => {
    it('a restore and an insert of the same key: one wins, the other gets 409', async () => {
      for (let round = 0; round < 10; round++) {
        const Code = depot.newCode();
        const Id = await depot.as('kim').inserted('Crate', { Code });
        await remove('Crate', Id);
        const statuses = (
          await Promise.all([depot.as('root').restore('Crate', byId(Id)), depot.as('kim').insert('Crate', { Code })])
        ).map(({ status }) => status);
        expect(statuses.map(String).toSorted()).toEqual(['200', '409']);
        expect(await depot.rows('Crate', where('Code', 3, Code))).toHaveLength(1);
      }
    });

    it('two restores of the same record: one finds nothing to do', async () => {
      const Id = await depot.as('kim').inserted('Crate', { Code: depot.newCode() });
      await remove('Crate', Id);
      const answers = await Promise.all([1, 2, 3].map(() => depot.as('root').restore('Crate', byId(Id))));
      expect(answers.map(({ body }) => `${body.RecordAffected}`).toSorted()).toEqual(['0', '0', '1']);
      expect((await depot.rows('Crate', byId(Id)))[0].RowVersion).toBe(3);
    });

    it('a restore of a child and a delete of its parent: never a live child of a deleted parent', async () => {
      for (let round = 0; round < 10; round++) {
        const Id = await depot.as('kim').inserted('Crate', { Code: depot.newCode(), CrateItems: [{ Position: 1 }] });
        const [{ Id: item }] = await depot.rows('Item', where('CrateId', 3, Id));
        await remove('Item', item);
        const [restored, deleted] = await Promise.all([
          depot.as('root').restore('Item', byId(item)),
          depot.as('root').delete('Crate', byId(Id)),
        ]);
        expect(deleted.status).toBe(200);
        expect([200, 409]).toContain(restored.status);
        expect(await depot.rows('Item', byId(item))).toEqual([]);
      }
    });
  });
});
