import { readFile } from 'node:fs/promises';
import { type Answer, TestApp } from '../../support/test-app.js';

/** The JSON bodies of a section of the README, in their order. */
async function bodiesOf(section: string): Promise<readonly unknown[]> {
  const readme = await readFile('README.md', 'utf8');
  const [text] = readme.split(`## ${section}\n`)[1].split('\n## ');
  return [...text.matchAll(/```json\n(.*?)```/gs)].map(([, body]) => JSON.parse(body) as unknown);
}

describe('The README', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());

  it('builds an entity that works at once, as it says (R76)', async () => {
    const [ada, nina] = [app.as('ada.admin'), app.as('nina.north')];
    const bodies = await bodiesOf('Build an entity');
    expect(bodies).toHaveLength(5);
    for (const [i, body] of bodies.entries()) {
      const answer: Answer = await (i < 4 ? ada : nina).send('POST', '/records/insert', body);
      expect([answer.status, answer.text]).toEqual([200, answer.text]);
    }
    const found = await nina.send('POST', '/queries/execute/Vehicle/WithSeats', { Reqtokens: { Least: 5 } });
    expect(found.body.Result).toEqual([{ Plate: 'N-NG 7', 'CustomerId.Name': 'Alpenmarkt AG' }]);
    const list = await nina.get('/lists/get?listName=Vehicles');
    expect(list.body.Result).toMatchObject([{ Text: 'N-NG 7', IsActive: true }]);
  });
});
