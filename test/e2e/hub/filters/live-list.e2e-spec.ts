import { breakableSockets } from '../../../support/breakable-sockets.js';
import { LiveCustomers, READER, writeCustomers } from '../../../support/live-customers.js';
import { TestApp } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';

let app: TestApp;
beforeAll(async () => void (app = await TestApp.start()));
afterAll(() => app?.stop());

it('of the sample has the rows of its query after any changes, also after a lost connection', async () => {
  const { sockets, http } = breakableSockets();
  const live = new LiveCustomers();
  await live.start(app.url, http);
  const [ada, reader] = [app.as('ada.admin'), app.as(READER)];
  await writeCustomers(ada);
  await until('the list is right', () => live.isRight(reader));
  const before = live.size;
  for (const socket of sockets) socket.terminate();
  await writeCustomers(ada);
  await until('the list is right', () => live.isRight(reader));
  expect(live.size).toBeGreaterThan(before);
  await live.stop();
});
