import { CUSTOMER, ORDER, TEAM, USER } from '../../../support/demo.js';
import { refused } from '../../../support/refusal.js';
import { type Answer, byId, type Row, TestApp, where } from '../../../support/test-app.js';

// Requirement: T24, T25
describe('a new owner of a record', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  const give = (user: string, OwnerId: unknown, id: string = ORDER.o1): Promise<Answer> =>
    app.as(user).update('Order', { OwnerId }, byId(id));
  const rows = async (entity: string, field: string, id: string): Promise<readonly Row[]> =>
    (await app.as('ada.admin').select(entity, { WhereClause: where(field, 'EqualTo', id) })).body.Result;

  // See docs/interface/records.md#owners-and-teams
  it('sets the owner’s team, and dependent records follow', async () => {
    const mark = await app.mark();
    expect((await give('ada.admin', USER.sara)).status).toBe(200);
    const owned = { OwnerId: USER.sara, OwnerTeamId: TEAM.salesSouth, RowVersion: 2, UpdatedBy: USER.ada };
    expect(await rows('Order', 'Id', ORDER.o1)).toEqual([expect.objectContaining(owned)]);
    expect(await rows('OrderLine', 'OrderId', ORDER.o1)).toEqual([
      expect.objectContaining(owned),
      expect.objectContaining(owned),
    ]);
    expect(await app.changes(mark)).toEqual([
      'Update Order',
      'Update StatusHistory',
      'Update OrderLine',
      'Update OrderLine',
    ]);
    const [change] = await app.query(
      'SELECT old, new, owner_before, team_before, owner_after, team_after FROM platform.change WHERE position > $1 ORDER BY position DESC',
      [mark],
    );
    expect(change).toEqual({
      old: { OwnerId: USER.nina, OwnerTeamId: TEAM.salesNorth },
      new: { OwnerId: USER.sara, OwnerTeamId: TEAM.salesSouth },
      owner_before: USER.nina,
      team_before: TEAM.salesNorth,
      owner_after: USER.sara,
      team_after: TEAM.salesSouth,
    });
    expect(
      (await app.as('nina.north').select('OrderLine', { WhereClause: where('OrderId', 'EqualTo', ORDER.o1) })).body
        .Result,
    ).toEqual([]);
    expect(
      (await app.as('sara.south').select('OrderLine', { WhereClause: where('OrderId', 'EqualTo', ORDER.o1) })).body
        .Result,
    ).toHaveLength(2);
  });

  it('without a team clears the team', async () => {
    expect((await give('ada.admin', USER.omar, ORDER.o2)).status).toBe(200);
    expect(await rows('Order', 'Id', ORDER.o2)).toEqual([
      expect.objectContaining({ OwnerId: USER.omar, OwnerTeamId: null }),
    ]);
    expect(await rows('OrderLine', 'OrderId', ORDER.o2)).toEqual([
      expect.objectContaining({ OwnerId: USER.omar, OwnerTeamId: null }),
    ]);
  });

  // Requirement: T65
  it('equal to the present one changes nothing', async () => {
    const mark = await app.mark();
    expect((await give('nils.north', USER.nils, ORDER.o3)).body.Result).toEqual([{ Id: ORDER.o3, RowVersion: 1 }]);
    expect(await app.changes(mark)).toEqual([]);
  });

  it.each([
    ['mona.manager', 'Team', USER.nina, ORDER.o9],
    ['erp.bot', 'All', USER.sara, ORDER.o3],
  ])('may be named by %s with update scope %s', async (user, _, owner, id) => {
    expect((await give(user, owner, id)).status).toBe(200);
    expect((await rows('Order', 'Id', id))[0].OwnerId).toBe(owner);
  });

  it.each([
    ['sara.south', 'Own', USER.nils, ORDER.o4],
    ['sven.manager', 'Team', USER.nina, ORDER.o4],
    ['sven.manager', 'Team', USER.omar, ORDER.o4],
  ])('outside of what %s with update scope %s may give is refused', async (user, _, owner, id) => {
    const [detail] = await refused(app, () => give(user, owner, id), 403, 'OutOfScope');
    expect([detail.FieldName, detail.Path]).toEqual(['OwnerId', 'Fields[0]']);
  });

  it.each([USER.dirkDisabled, USER.bob, CUSTOMER.bistro])(
    'who is no active user of the environment is refused: %s',
    async (owner) => {
      await refused(app, () => give('ada.admin', owner, ORDER.o4), 400, 'Validation');
    },
  );

  it.each([
    [null, 'FieldRule'],
    ['', 'FieldRule'],
  ])('is required: %j', async (owner, code) => {
    await refused(app, () => give('ada.admin', owner, ORDER.o4), 400, code);
  });

  // Requirement: T24
  it('may move the record out of the caller’s own scope', async () => {
    const { status, body } = await app.as('mona.manager').insert('Note', { Subject: 'x' });
    expect(status).toBe(200);
    await app.query(`UPDATE ${await app.schema()}."Note" SET "OwnerTeamId" = $1, "OwnerId" = $2 WHERE "Id" = $3`, [
      TEAM.salesNorth,
      USER.nina,
      body.Result.Id,
    ]);
    expect((await app.as('mona.manager').update('Note', { OwnerId: USER.mona }, byId(body.Result.Id))).status).toBe(
      200,
    );
    expect((await app.as('nina.north').select('Note', { WhereClause: byId(body.Result.Id) })).body.Result).toEqual([]);
  });

  it('does not move lines of deleted orders or deleted lines', async () => {
    await app.as('ada.admin').delete('OrderLine', where('OrderId', 'EqualTo', ORDER.o4));
    const mark = await app.mark();
    expect((await give('ada.admin', USER.nina, ORDER.o4)).status).toBe(200);
    expect((await app.changes(mark)).filter((change) => change.includes('OrderLine'))).toEqual([]);
  });
});
