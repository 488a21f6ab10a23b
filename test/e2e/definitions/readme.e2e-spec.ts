import { readFile } from 'node:fs/promises';
import { type Answer, TestApp } from '../../support/test-app.js';

/** The JSON bodies of a section of the README, in their order. */
async function bodiesOf(section: string): Promise<readonly unknown[]> {
  const readme = await readFile('README.md', 'utf8');
  const [text] = readme.split(`## ${section}\n`)[1].split('\n## ');
  return [...text.matchAll(/```json\n(.*?)```/gs)].map(([, body]) => JSON.parse(body) as unknown);
}

const DEFINITIONS = 6;

describe('the README', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());

  // Requirement: R76
  it('builds a working entity by its own example', async () => {
    const [ada, nina] = [app.as('ada.admin'), app.as('nina.north')];
    const bodies = await bodiesOf('Build an entity');
    const [vehicle, call] = bodies.slice(DEFINITIONS);
    expect(bodies).toHaveLength(DEFINITIONS + 2);
    const inserted: Answer[] = [];
    for (const body of bodies.slice(0, DEFINITIONS)) inserted.push(await ada.send('POST', '/records/insert', body));
    inserted.push(await nina.send('POST', '/records/insert', vehicle));
    expect(inserted.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([]);
    const found = await nina.send('POST', '/queries/execute/Vehicle/WithSeats', { Reqtokens: { Least: 5 } });
    expect(found.body.Result).toEqual([{ Plate: 'N-NG 7', 'CustomerId.Name': 'Alpenmarkt AG' }]);
    const list = await nina.get('/lists/get?listName=Vehicles');
    expect(list.body.Result).toMatchObject([{ Text: 'N-NG 7', IsActive: true }]);
    const called = await nina.send('POST', '/database/execute', call);
    expect(called.body.Result).toMatchObject({ ReturnValue: 7 });
  });
});
