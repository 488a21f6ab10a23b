import { GUILD, OfferApp } from '../../../support/offer-fixture.js';
import { refused, refusedAsLocked } from '../../../support/refusal.js';
import { type Answer, assignments, byId } from '../../../support/test-app.js';

// Requirement: T33, T64
describe('writes to parts of a record under approval', () => {
  let offers: OfferApp;
  let offer: string;
  let item: string;
  let remark: string;
  let free: Awaited<ReturnType<OfferApp['offer']>>;
  beforeAll(async () => void (offers = await OfferApp.open()));
  beforeEach(async () => {
    ({ offer, item, remark } = await offers.offer());
    free = await offers.offer();
    await offers.lock('Offer', offer);
  });
  afterAll(() => offers.close());

  const root = () => offers.as('root');
  const refusedWith = (ids: readonly unknown[], call: () => Promise<Answer>): Promise<void> =>
    refusedAsLocked(offers.app, ids, call);

  it.each<[string, () => Promise<Answer>]>([
    ['insert', () => root().insert('Item', { OfferId: offer })],
    ['insert that is tried', () => root().send('POST', '/records/insert', dryInsert())],
    ['insert by a unique value', () => newItem({ Match: { FieldName: 'Id', Value: offer } })],
    ['update', () => root().update('Item', { Name: 'x' }, byId(item))],
    ['update of its owner', () => root().update('Item', { OwnerId: GUILD.lee }, byId(item))],
    ['move away', () => root().update('Item', { OfferId: free.offer }, byId(item))],
    ['move to nowhere', () => root().update('Item', { OfferId: null }, byId(item))],
    ['move to it', () => root().update('Item', { OfferId: offer }, byId(free.item))],
    ['delete', () => root().delete('Item', byId(item))],
    ['insert a level below', () => root().insert('Remark', { ItemId: item })],
    ['update a level below', () => root().update('Remark', { Name: 'x' }, byId(remark))],
    ['move away a level below', () => root().update('Remark', { ItemId: free.item }, byId(remark))],
    ['move to it a level below', () => root().update('Remark', { ItemId: item }, byId(free.remark))],
    ['delete a level below', () => root().delete('Remark', byId(remark))],
    [
      'children of a part',
      () => root().update('Item', { ItemRemarks: { Update: [{ Id: remark, Name: 'x' }] } }, byId(item)),
    ],
    ['target of a lookup', () => root().insert('Remark', { ItemId: { Id: item, Name: 'x' } })],
    ['new target of a lookup', () => root().insert('Remark', { ItemId: { OfferId: offer, Name: 'x' } })],
    ['batch', () => root().batch([step('Tag', {}), step('Item', { OfferId: offer })])],
    ['bulk insert', () => bulk('Rollback', [[free.offer], [offer]])],
  ])('refuses: %s', async (_, call) => {
    await refusedWith([offer], call);
  });

  const newItem = (OfferId: unknown): Promise<Answer> => root().insert('Item', { OfferId });
  const dryInsert = () => ({ EntityName: 'Item', Fields: assignments({ OfferId: offer }), Options: { DryRun: true } });
  const step = (EntityName: string, fields: Readonly<Record<string, unknown>>) => {
    return { Operation: 'Insert', EntityName, Fields: assignments(fields) };
  };
  const bulk = (OnError: string, Values: readonly unknown[], more: object = {}): Promise<Answer> =>
    root().send('POST', '/records/bulk-insert', {
      EntityName: 'Item',
      Fields: ['OfferId'],
      Values,
      Options: { OnError, ...more },
    });

  it('refuses an upsert that updates or inserts a part', async () => {
    const { Code } = await root().row('Item', item);
    await refusedWith([offer], () => root().upsert('Item', ['Code'], { Code, Name: 'x' }));
    await refusedWith([offer], () => root().upsert('Item', ['Code'], { Code: offers.newCode(), OfferId: offer }));
  });

  it('refuses to restore a part, but not to purge it', async () => {
    const { offer: mine, item: gone } = await offers.offer();
    await root().delete('Item', byId(gone));
    await offers.lock('Offer', mine);
    await refusedWith([mine], () => root().restore('Item', byId(gone)));
    expect((await root().purge('Item', byId(gone))).status).toBe(200);
  });

  it('refuses deletes that change parts: of a target whose lookup is set to null', async () => {
    const TagId = await offers.made('Tag', {});
    const { offer: mine, item: tagged } = await offers.offer();
    await root().update('Item', { TagId }, byId(tagged));
    await offers.lock('Offer', mine);
    await refusedWith([mine], () => root().delete('Tag', byId(TagId)));
    await offers.unlock('Offer', mine);
    expect((await root().delete('Tag', byId(TagId))).status).toBe(200);
  });

  it('names old and new parents, and every locked one', async () => {
    await offers.lock('Offer', free.offer);
    const ids = [offer, free.offer].toSorted();
    await refusedWith(ids, () => root().update('Item', { OfferId: free.offer }, byId(item)));
    await refusedWith(ids, () =>
      bulk(
        'Rollback',
        ids.map((id) => [id]),
      ),
    );
    const { offer: third } = await offers.offer();
    await refusedWith(ids, () => root().update('Item', { OfferId: third }, byId([item, free.item])));
  });

  it('does not name parents that the caller may not read', async () => {
    const ItemId = await offers.made('Item', { OfferId: free.offer, OwnerId: GUILD.lee });
    await offers.lock('Offer', free.offer);
    const lee = () => offers.as('lee');
    const [detail] = await refused(
      offers.app,
      () => lee().update('Item', { Name: 'x' }, byId(ItemId)),
      423,
      'ApprovalLocked',
    );
    expect(detail.RecordId).toBeUndefined();
    expect(detail.Params).toEqual({ Kind: 'Lock' });
  });

  it('SkipRow stores the other rows and names the refused ones', async () => {
    const values = [free.offer, offer, null, free.offer, offer, free.offer].map((id) => [id]);
    for (const BatchSize of [undefined, 2]) {
      const { status, body } = await bulk('SkipRow', values, { BatchSize });
      expect([status, body.Result.Inserted, body.Result.Failed]).toEqual([200, 4, 2]);
      expect(
        body.Result.RowErrors.map(({ RowIndex, Code }: { RowIndex: number; Code: string }) => [RowIndex, Code]),
      ).toEqual([
        [1, 'ApprovalLocked'],
        [4, 'ApprovalLocked'],
      ]);
    }
  });

  it('Rollback names the refused row and stores nothing', async () => {
    const details = await refused(offers.app, () => bulk('Rollback', [[free.offer], [offer]]), 423, 'ApprovalLocked');
    expect(details).toMatchObject([{ RowIndex: 1, RecordId: offer }]);
  });

  it('protects parts at every level of a loop', async () => {
    const top = await offers.made('Topic', {});
    const middle = await offers.made('Topic', { ParentId: top });
    const leaf = await offers.made('Topic', { ParentId: middle });
    await offers.lock('Topic', top);
    await refusedWith([top], () => root().update('Topic', { Name: 'x' }, byId(leaf)));
    await refusedWith([top], () => root().insert('Topic', { ParentId: leaf }));
    await offers.unlock('Topic', top);
    await offers.lock('Topic', leaf);
    expect((await root().update('Topic', { Name: 'x' }, byId(middle))).status).toBe(200);
  });

  it('leaves everything else alone', async () => {
    const calls = [
      root().update('Item', { Name: 'x' }, byId(free.item)),
      root().insert('Remark', { ItemId: free.item }),
      root().insert('Item', { OfferId: null }),
      root().insert('Viewing', { OfferId: offer }),
      root().insert('Offer', { Code: offers.newCode(), OfferItems: [{ Name: 'x', ItemRemarks: [{ Name: 'y' }] }] }),
    ];
    for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
    await offers.unlock('Offer', offer);
    expect((await root().update('Item', { OfferId: free.offer }, byId(item))).status).toBe(200);
  });
});
