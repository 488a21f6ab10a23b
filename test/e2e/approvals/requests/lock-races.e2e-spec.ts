import { setTimeout as delay } from 'node:timers/promises';
import { OfferApp } from '../../../support/offer-fixture.js';
import { type Answer, byId } from '../../../support/test-app.js';

const ROUNDS = 10;
/** Time in which a call that does not wait would have answered. */
const WAIT_MS = 300;

// Requirement: T33
describe('writes beside the start of an approval', () => {
  let offers: OfferApp;
  let free: string;
  beforeAll(async () => {
    offers = await OfferApp.open();
    free = (await offers.offer()).offer;
  });
  afterAll(() => offers.close());

  const root = () => offers.as('root');

  it.each<
    [string, (of: { readonly offer: string; readonly item: string; readonly remark: string }) => Promise<Answer>]
  >([
    ['an update', ({ offer }) => root().update('Offer', { Name: 'x' }, byId(offer))],
    ['a delete', ({ offer }) => root().delete('Offer', byId(offer))],
    ['an insert of a part', ({ offer }) => root().insert('Item', { OfferId: offer })],
    ['an update of a part', ({ item }) => root().update('Item', { Name: 'x' }, byId(item))],
    ['a move of a part', ({ item }) => root().update('Item', { OfferId: free }, byId(item))],
    ['a delete of a part', ({ item }) => root().delete('Item', byId(item))],
    ['an insert two levels below', ({ item }) => root().insert('Remark', { ItemId: item })],
    ['a delete two levels below', ({ remark }) => root().delete('Remark', byId(remark))],
  ])('%s waits for it and is refused', async (_, call) => {
    const made = await offers.offer();
    const { statements } = await offers.approval('Offer', made.offer);
    const starter = await offers.app.connect();
    await starter.query('BEGIN');
    for (const statement of statements) await starter.query(statement);
    let isOver = false;
    const answer = call(made).finally(() => (isOver = true));
    await delay(WAIT_MS);
    expect(isOver).toBe(false);
    await starter.query('COMMIT');
    starter.release();
    const { status, body } = await answer;
    expect([status, body.ErrorDetails?.[0]?.RecordId]).toEqual([423, made.offer]);
  });

  it('a write that began first is over before the approval starts', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { offer, item } = await offers.offer();
      const { statements } = await offers.approval('Offer', offer);
      const start = async (): Promise<number> => {
        const starter = await offers.app.connect();
        await starter.query('BEGIN');
        for (const statement of statements) await starter.query(statement);
        const [{ count }] = (
          await starter.query(
            `SELECT count(*)::int AS count FROM "${await offers.schema()}"."Item" WHERE "OfferId" = '${offer}'`,
          )
        ).rows as { count: number }[];
        await starter.query('COMMIT');
        starter.release();
        return count;
      };
      const inserts = [1, 2, 3].map(() => root().insert('Item', { OfferId: offer }));
      const [seen, ...added] = await Promise.all([
        start(),
        ...inserts,
        root().update('Item', { Name: 'x' }, byId(item)),
      ]);
      for (const { status } of added) expect([200, 423]).toContain(status);
      const stored = added.slice(0, 3).filter(({ status }) => status === 200).length;
      expect(seen).toBe(1 + stored);
    }
  });

  it('writers of the parts of one record do not deadlock', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [first, second] = [await offers.offer(), await offers.offer()];
      const answers = await Promise.all([
        root().insert('Item', { OfferId: first.offer }),
        root().insert('Item', { OfferId: first.offer }),
        root().update('Item', { OfferId: second.offer }, byId(first.item)),
        root().update('Item', { OfferId: first.offer }, byId(second.item)),
        root().insert('Remark', { ItemId: first.item }),
        root().insert('Remark', { ItemId: first.item }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
      expect((await root().row('Offer', first.offer)).ItemCount).toBe(3);
    }
  });
});
