import { customer } from '../../support/demo.js';
import { type HubOptions, HubListener } from '../../support/hub-client.js';
import { BalancedNodes } from '../../support/balanced-nodes.js';

let balanced: BalancedNodes;
beforeAll(async () => void (balanced = await BalancedNodes.start()));
afterAll(() => balanced.stop());

const WAYS: readonly HubOptions[] = [
  { transport: 'WebSockets' },
  { transport: 'ServerSentEvents' },
  { transport: 'LongPolling', protocol: 'messagepack' },
];

it.each(WAYS)('T74 without sticky sessions a client hears of writes on every node: $transport', async (way) => {
  const nina = await HubListener.registered(balanced.nodes[0], 'nina.north', ['Customer'], {
    ...way,
    base: balanced.url,
  });
  for (const node of balanced.nodes) {
    const { body } = await node.as('nina.north').insert('Customer', customer());
    expect((await nina.next()).Id).toBe(body.Result.Id);
  }
  await nina.stop();
});
