import { DEVELOPMENT, type Place, type Row, TestApp } from '../../../support/test-app.js';

const EMPTY: Place = { TenantId: 'Northgate', AppId: 'PeopleDesk', EnvironmentId: 'Development' };
const PRODUCTION: Place = { ...DEVELOPMENT, EnvironmentId: 'Production' };

let app: TestApp;

beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app.stop());

const exported = async (place: Place): Promise<Row> => {
  const answer = await app.as('ada.admin', place).get('/environment/export');
  expect(answer.status).toBe(200);
  return answer.body.Result;
};

// Requirement: R227, T72
describe('a document of an environment', () => {
  it('is the same to the byte each time, and plans no change where it comes from', async () => {
    const document = await exported(DEVELOPMENT);
    expect(JSON.stringify(await exported(DEVELOPMENT))).toBe(JSON.stringify(document));
    for (const Prune of [false, true]) {
      const plan = await app.as('ada.admin').send('POST', '/environment/plan', { ...document, Prune });
      expect(plan).toMatchObject({ status: 200, body: { Result: { Changes: [] } } });
    }
  });

  it('plans no change where the same definitions have other ids', async () => {
    const document = await exported(DEVELOPMENT);
    const plan = await app.as('ada.admin', PRODUCTION).send('POST', '/environment/plan', { ...document, Prune: true });
    expect(plan).toMatchObject({ status: 200, body: { Result: { Changes: [] } } });
  });

  it('makes an empty environment the same to the byte, once', async () => {
    const document = await exported(DEVELOPMENT);
    const ada = app.as('ada.admin', EMPTY);
    const applied = await ada.send('POST', '/environment/apply', document);
    expect(applied.body).toMatchObject({ IsSuccess: true, ErrorDetails: [] });
    expect(JSON.stringify(await exported(EMPTY))).toBe(JSON.stringify(document));
    const again = await ada.send('POST', '/environment/apply', document);
    expect(again).toMatchObject({ status: 200, body: { Result: { Changes: [] } } });
  });
});
