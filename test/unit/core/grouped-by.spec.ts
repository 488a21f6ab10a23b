import { groupedBy } from '#core/grouped-by.js';

it('groups items by their key, in the order of the first of each', () => {
  expect([...groupedBy([3, 1, 5, 2], (number) => number % 2)]).toEqual([
    [1, [3, 1, 5]],
    [0, [2]],
  ]);
});
