import { GUILD, OfferApp } from '../../../support/offer-fixture.js';
import { refused } from '../../../support/refusal.js';
import { type Answer, byId, type Row, where } from '../../../support/test-app.js';

// Requirement: R187
describe('reading while assigned', () => {
  let offers: OfferApp;
  let offer: string;
  let item: string;
  let remark: string;
  let request: string;
  let free: Awaited<ReturnType<OfferApp['offer']>>;
  beforeAll(async () => void (offers = await OfferApp.open()));
  beforeEach(async () => {
    ({ offer, item, remark } = await offers.offer({ Name: 'assigned' }));
    free = await offers.offer();
    request = await offers.lock('Offer', offer, 'lee');
  });
  afterEach(() => offers.unlock('Offer', offer));
  afterAll(() => offers.close());

  const lee = () => offers.as('lee');
  const idsOf = ({ body }: Answer): readonly string[] => body.Result.map(({ Id }: Row) => Id);
  const ids = async (entity: string, more: Row = {}): Promise<readonly string[]> =>
    idsOf(await lee().select(entity, more));

  it('shows the record, its parts at every level and the request', async () => {
    for (const [entity, id] of Object.entries({ Offer: offer, Item: item, Remark: remark, ApprovalRequest: request })) {
      expect([entity, await ids(entity)]).toEqual([entity, [id]]);
      expect(await ids(entity, { WhereClause: byId(id) })).toEqual([id]);
    }
  });

  it('shows nothing else, and nothing when the task is not open any more', async () => {
    expect(await ids('Offer', { WhereClause: byId(free.offer) })).toEqual([]);
    await offers.unlock('Offer', offer);
    for (const entity of ['Offer', 'Item', 'Remark', 'ApprovalRequest']) expect(await ids(entity)).toEqual([]);
  });

  it('shows them to the assignee alone, and not where the read scope is None', async () => {
    await offers.unlock('Offer', offer);
    await offers.lock('Offer', offer, 'kim');
    expect(await ids('Offer')).toEqual([]);
    expect((await lee().select('ApprovalDecision')).status).toBe(403);
  });

  it('counts, sorts and pages them with the own records', async () => {
    const own = await Promise.all(
      [1, 2, 3].map((n) => offers.made('Offer', { Code: offers.newCode(), Name: `x${n}` }, 'lee')),
    );
    const all = [...own, offer].toSorted();
    for (const Direction of [1, 2]) {
      const inOrder = Direction === 1 ? all : all.toReversed();
      const Sort = [{ FieldName: 'Id', Direction }];
      expect(await ids('Offer', { Sort })).toEqual(inOrder);
      for (const PageNumber of [1, 2, 3]) {
        const { body } = await lee().select('Offer', { Sort, Pager: { PageNumber, PageSize: 2 } });
        expect([idsOf({ body } as Answer), body.TotalRecords]).toEqual([
          inOrder.slice(PageNumber * 2 - 2, PageNumber * 2),
          4,
        ]);
      }
      const seen: string[] = [];
      for (let Cursor: string | undefined | null = ''; Cursor !== null && Cursor !== undefined;) {
        const { body } = await lee().select('Offer', {
          Sort,
          Pager: { PageSize: 1, Count: 'Estimated', ...(Cursor && { Cursor }) },
        });
        seen.push(...idsOf({ body } as Answer));
        Cursor = body.NextCursor;
      }
      expect(seen).toEqual(inOrder);
    }
    const byName = { Sort: [{ FieldName: 'Name', Direction: 2 }], Pager: { PageSize: 2 } };
    expect(await ids('Offer', byName)).toEqual([own[2], own[1]]);
    for (const id of own) await offers.as('root').delete('Offer', byId(id));
  });

  it('finds them behind lookups, in includes, ExistsIn, groups and searches', async () => {
    const mine = await offers.made('Viewing', { OfferId: offer }, 'kim');
    await offers.as('root').update('Viewing', { OwnerId: GUILD.lee }, byId(mine));
    const dotted = await lee().select('Viewing', { SelectedFields: ['Id', 'OfferId.Name'] });
    expect(dotted.body.Result).toEqual([{ Id: mine, 'OfferId.Name': 'assigned' }]);
    const included = await lee().select('Offer', {
      SelectedFields: ['Id'],
      Includes: [{ Name: 'OfferItems', SelectedFields: ['Id'] }],
    });
    expect(included.body.Result).toEqual([{ Id: offer, OfferItems: [{ Id: item }] }]);
    const inside = where('OfferId', 'ExistsIn', { EntityName: 'Offer', FieldName: 'Id' });
    expect(await ids('Item', { WhereClause: inside })).toEqual([item]);
    const grouped = await lee().select('Offer', {
      GroupBy: [{ FieldName: 'Name' }],
      Aggregates: [{ Function: 'Count', Alias: 'N' }],
    });
    expect(grouped.body.Result).toEqual([{ Name: 'assigned', N: 1 }]);
    expect(await ids('Offer', { GlobalSearch: 'assigned' })).toEqual([offer]);
    await offers.as('root').delete('Viewing', byId(mine));
  });

  it('gives no right to write', async () => {
    await refused(offers.app, () => lee().update('Offer', { Name: 'x' }, byId(offer)), 403, 'OutOfScope');
    await refused(offers.app, () => lee().delete('Item', byId(item)), 403, 'OutOfScope');
  });

  it('reaches through loops', async () => {
    const top = await offers.made('Topic', {});
    const leaf = await offers.made('Topic', { ParentId: await offers.made('Topic', { ParentId: top }) });
    expect(await ids('Topic')).toEqual([]);
    await offers.lock('Topic', top, 'lee');
    expect(await ids('Topic')).toContain(leaf);
    expect(await ids('Topic')).toHaveLength(3);
    await offers.unlock('Topic', top);
    expect(await ids('Topic')).toEqual([]);
  });
});
