import { customer } from '../../../support/demo.js';
import { WAYS } from '../../../support/hub-app.js';
import { HubListener } from '../../../support/hub-client.js';
import { BalancedNodes } from '../../../support/balanced-nodes.js';

let balanced: BalancedNodes;
beforeAll(async () => void (balanced = await BalancedNodes.start()));
afterAll(() => balanced.stop());

// Requirement: T74
it.each(WAYS)('a client receives writes of every node without sticky sessions: $transport, $protocol', async (way) => {
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
