import { customer } from '../../support/demo.js';
import { type HubOptions, HubListener } from '../../support/hub-client.js';
import { Balancer } from '../../support/balancer.js';
import { TestApp } from '../../support/test-app.js';

let nodes: readonly TestApp[];
let balancer: Balancer;

beforeAll(async () => {
  const first = await TestApp.start();
  nodes = [first, await first.startAnother()];
  balancer = await Balancer.start(nodes.map(({ url }) => url));
});
afterAll(async () => {
  await balancer.stop();
  for (const node of nodes.toReversed()) await node.stop();
});

const WAYS: readonly HubOptions[] = [
  { transport: 'WebSockets' },
  { transport: 'ServerSentEvents' },
  { transport: 'LongPolling', protocol: 'messagepack' },
];

it.each(WAYS)('T74 without sticky sessions a client hears of writes on every node: $transport', async (way) => {
  const nina = await HubListener.registered(nodes[0], 'nina.north', ['Customer'], { ...way, base: balancer.url });
  for (const node of nodes) {
    const { body } = await node.as('nina.north').insert('Customer', customer());
    expect((await nina.next()).Id).toBe(body.Result.Id);
  }
  await nina.stop();
});
