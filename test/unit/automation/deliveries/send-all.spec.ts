import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Recipient } from '#automation/core/messages/recipients.sql.js';
import { sendAll } from '#automation/deliveries/send-all.js';
import { type DeliveryError, permanentFault, temporaryFault } from '#platform/outbound/delivery.errors.js';

const PEOPLE: readonly Recipient[] = Array.from({ length: 50 }, (_, n) => ({
  id: String(n),
  name: `user${n}`,
  email: `user${n}@example.com`,
}));

async function tried(fault: (id: string) => DeliveryError | undefined, people = PEOPLE) {
  const asked: string[] = [];
  const unsent = await sendAll(people, async ({ id }) => {
    asked.push(id);
    await Promise.resolve();
    const error = fault(id);
    if (error) throw error;
  });
  return { asked, unsent: unsent.map(({ recipient }) => recipient.id) };
}

it('sends to each once, also after the refusal of a single message or address', async () => {
  const refusal = permanentFault('refused', { statusCode: 550 });
  const { asked, unsent } = await tried((id) => (id === '3' ? refusal : undefined));
  expect(new Set(asked).size).toBe(50);
  expect(asked).toHaveLength(50);
  expect(unsent).toEqual(['3']);
  const withBad = [{ id: 'bad', name: 'bad', email: 'a@b, c@d' }, ...PEOPLE];
  const other = await tried(() => undefined, withBad);
  expect(other.unsent).toEqual(['bad']);
  expect(other.asked).toHaveLength(50);
});

it.each([
  ['a broken connection', temporaryFault('gone')],
  ['a server that closes', temporaryFault('closing', { statusCode: 421 })],
  ['a refused login', permanentFault('login', { statusCode: 535 })],
])('begins no further messages after %s', async (_, fault) => {
  const { asked } = await tried(() => fault);
  expect(asked.length).toBeLessThanOrEqual(5);
});

it('passes on errors of the service itself, after the messages under way and before further ones', async () => {
  const [begun, ended]: [string[], string[]] = [[], []];
  const broken = sendAll(PEOPLE, async ({ id }) => {
    begun.push(id);
    if (id === '0') throw new Error('defect');
    await nextTurn();
    ended.push(id);
  });
  await expect(broken).rejects.toThrow('defect');
  expect([begun, ended]).toEqual([
    ['0', '1', '2', '3', '4'],
    ['1', '2', '3', '4'],
  ]);
});
