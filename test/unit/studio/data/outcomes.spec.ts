import { newId } from '#studio/data/new-id.js';
import { slots } from '#studio/data/slots.js';

it('makes ids that the service takes', () => {
  const ids = new Set(Array.from({ length: 1000 }, newId));
  expect(ids.size).toBe(1000);
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});

it('runs as many requests at once as there are slots, the others in their order', async () => {
  const slot = slots(2);
  const [begun, ends]: [number[], (() => void)[]] = [[], []];
  const run = (i: number) =>
    slot(async () => {
      begun.push(i);
      await new Promise<void>((resolve) => ends.push(resolve));
    });
  const all = [1, 2, 3, 4].map(run);
  expect(begun).toEqual([1, 2]);
  ends[0]();
  await all[0];
  expect(begun).toEqual([1, 2, 3]);
  for (let i = 1; i < 4; i++) {
    ends[i]();
    await all[i];
  }
  expect(begun).toEqual([1, 2, 3, 4]);
});
