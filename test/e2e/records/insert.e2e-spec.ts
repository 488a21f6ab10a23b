import { TestApp } from '../../support/test-app.js';

describe('POST /api/v1/records/insert', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  const north = '92dfec16-2fb4-4e5b-af94-9fed99faf7ed';

  it('stores the record, answers it and logs one change (R92, R73)', async () => {
    const mark = await app.mark();
    const { status, body } = await app
      .as('nina.north')
      .insert('Customer', { Name: 'Contoso', TaxId: 'DE900000001', RegionId: north });
    expect(status).toBe(200);
    expect(body.Result).toMatchObject({ Name: 'Contoso', Segment: 'Retail', RowVersion: 1 });
    expect(await app.changes(mark)).toEqual(['Create Customer']);
  });
});
