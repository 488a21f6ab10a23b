import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { ConnectionDealer, type Taker } from '#platform/http/cluster/connection-dealer.js';

/** Accepts offered connections when the test allows it. */
class Hand implements Taker {
  readonly ports: (number | undefined)[] = [];
  answer: (isTaken: boolean) => void = () => undefined;
  #offered: () => void = () => undefined;

  offer({ remotePort }: Socket): Promise<boolean> {
    this.ports.push(remotePort);
    this.#offered();
    return new Promise((resolve) => (this.answer = resolve));
  }

  async hasBeenOffered(count: number): Promise<void> {
    while (this.ports.length < count) await new Promise<void>((resolve) => (this.#offered = resolve));
  }
}

let dealer: ConnectionDealer;
let url: URL;
let clients: Socket[];
let hands: Hand[];
beforeEach(async () => {
  dealer = new ConnectionDealer();
  url = new URL(await dealer.listen(0, '127.0.0.1'));
  [clients, hands] = [[], []];
});
afterEach(() => {
  dealer.close();
  for (const hand of hands) hand.answer(false);
  for (const client of clients) client.destroy();
});

function newHand(): Hand {
  const hand = new Hand();
  hands.push(hand);
  return hand;
}

async function newClient(): Promise<Socket> {
  const socket = connect(Number(url.port), url.hostname).on('error', () => undefined);
  clients.push(socket);
  await once(socket, 'connect');
  return socket;
}

it('keeps connections until a worker is free, and deals one at a time', async () => {
  const ports = [await newClient(), await newClient(), await newClient()].map(({ localPort }) => localPort);
  const [first, second] = [newHand(), newHand()];
  dealer.add(first);
  await first.hasBeenOffered(1);
  dealer.add(second);
  await second.hasBeenOffered(1);
  expect([first.ports, second.ports]).toEqual([[ports[0]], [ports[1]]]);
  second.answer(true);
  await second.hasBeenOffered(2);
  expect([first.ports, second.ports]).toEqual([[ports[0]], [ports[1], ports[2]]]);
});

it('deals in turn while all are free', async () => {
  for (const hand of [newHand(), newHand()]) dealer.add(hand);
  for (const [turn, count] of [1, 1, 2, 2].entries()) {
    await newClient();
    await hands[turn % 2].hasBeenOffered(count);
    hands[turn % 2].answer(true);
  }
  expect(hands.map(({ ports }) => ports.length)).toEqual([2, 2]);
});

it('gives a refused connection to the next worker, and skips the refusing one', async () => {
  const [leaving, staying] = [newHand(), newHand()];
  dealer.add(leaving);
  const { localPort } = await newClient();
  await leaving.hasBeenOffered(1);
  dealer.add(staying);
  leaving.answer(false);
  await staying.hasBeenOffered(1);
  staying.answer(true);
  await newClient();
  await staying.hasBeenOffered(2);
  expect([leaving.ports, staying.ports[0]]).toEqual([[localPort], localPort]);
});

it('closes undealt connections when it closes', async () => {
  const waiting = await newClient();
  const hand = newHand();
  dealer.add(hand);
  await hand.hasBeenOffered(1);
  const also = await newClient();
  dealer.close();
  await once(also.resume(), 'close');
  hand.answer(false);
  await once(waiting.resume(), 'close');
  await expect(once(connect(Number(url.port), url.hostname), 'connect')).rejects.toThrow('ECONNREFUSED');
});
