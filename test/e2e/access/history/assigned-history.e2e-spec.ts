import { OfferApp } from '../../../support/offer-fixture.js';
import { byId, type Row } from '../../../support/test-app.js';

describe('history of a record that is assigned by an approval', () => {
  let offers: OfferApp;
  beforeAll(async () => void (offers = await OfferApp.open()));
  afterAll(() => offers.close());

  it('begins when the assignee was given the task, and ends with it', async () => {
    const { offer } = await offers.offer({ Name: 'before' });
    await offers.lock('Offer', offer, 'lee');
    const path = `/records/Offer/${offer}/history`;
    const { status, body } = await offers.as('lee').get(path);
    expect(status).toBe(200);
    expect(body.Result.map(({ Operation }: Row) => Operation)).not.toContain('Create');
    const { RowVersion } = (await offers.as('lee').get(`/records/Offer/${offer}`)).body.Result;
    expect((await offers.as('lee').get(`${path}?at=${RowVersion}`)).status).toBe(200);
    await offers.unlock('Offer', offer);
    expect((await offers.as('lee').get(path)).status).toBe(404);
    expect((await offers.as('lee').select('Offer', { WhereClause: byId(offer) })).body.Result).toEqual([]);
  });
});
