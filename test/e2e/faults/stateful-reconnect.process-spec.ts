import { setTimeout as delay } from 'node:timers/promises';
import { BalancedNodes } from '../../support/balanced-nodes.js';
import { breakableSockets } from '../../support/breakable-sockets.js';
import { CUSTOMER, customer } from '../../support/demo.js';
import { HubListener } from '../../support/hub-client.js';
import { byId } from '../../support/test-app.js';
import { until } from '../../support/until.js';

let balanced: BalancedNodes;
beforeAll(async () => void (balanced = await BalancedNodes.start()));
afterAll(() => balanced.stop());

// Requirement: R202, P6
it.each(['json', 'messagepack'] as const)(
  'a client whose socket breaks repeatedly, reconnecting to any node, receives each change once and in order: %s',
  async (protocol) => {
    const { sockets, http } = breakableSockets();
    const ada = await HubListener.registered(balanced.nodes[0], 'ada.admin', ['Customer'], {
      base: balanced.url,
      protocol,
      http,
      isStateful: true,
    });
    const { connectionId } = ada.connection;
    const inserted: string[] = [];
    const versions: number[] = [];
    for (let n = 0; n < 60; n++) {
      const writer = balanced.nodes[n % balanced.nodes.length].as('ada.admin');
      const [created, updated] = await Promise.all([
        writer.insert('Customer', customer()),
        writer.update('Customer', { Name: `Name ${n}` }, byId(CUSTOMER.bistro)),
      ]);
      inserted.push(created.body.Result.Id);
      versions.push(n);
      expect(updated.status).toBe(200);
      if (n % 10 === 5) sockets.at(-1)!.terminate();
      await delay(10);
    }
    await until('all is heard', () => ada.heard.length >= 120);
    const of = (isIt: boolean) => ada.heard.filter(({ Id }) => (Id === CUSTOMER.bistro) === isIt);
    expect(of(false)).toHaveLength(inserted.length);
    expect(new Set(of(false).map(({ Id }) => Id))).toEqual(new Set(inserted));
    const heard = of(true).map(({ RowVersion }) => RowVersion!);
    expect(heard).toEqual(versions.map((n) => heard[0] + n));
    expect([ada.connection.connectionId, sockets.length]).toEqual([connectionId, 7]);
    await ada.stop();
  },
);
