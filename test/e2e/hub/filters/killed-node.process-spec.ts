import { LiveCustomers, READER, writeCustomers } from '../../../support/live-customers.js';
import { ServiceProcess } from '../../../support/service-process.js';
import { TestApp } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';

const LIVES = 3;
const TIMEOUT_MS = 180_000;

let app: TestApp;
beforeAll(async () => void (app = await TestApp.start()));
afterAll(async () => {
  await ServiceProcess.killAll();
  await app?.stop();
});

it(
  'a live list is right after its node was killed in the middle of changes',
  async () => {
    let node = await ServiceProcess.start(app.databaseUrl);
    const live = new LiveCustomers();
    await live.start(node.url);
    const [ada, reader] = [app.as('ada.admin'), app.as(READER)];
    for (let life = 0; life < LIVES; life++) {
      const before = live.size;
      const writes = [writeCustomers(ada), writeCustomers(ada)];
      await until('the list has changed', () => live.size !== before);
      await node.kill();
      await Promise.all([...writes, writeCustomers(ada)]);
      node = await node.startAgain(app.databaseUrl, {});
      await until('the list is right', () => live.isRight(reader), 60_000);
    }
    await live.stop();
  },
  TIMEOUT_MS,
);
