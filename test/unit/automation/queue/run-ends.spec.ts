import { RunEnds } from '#automation/queue/run-ends.js';

// Requirement: T15
it('wakes all requests that wait for one run, also those that come late', () => {
  const ends = new RunEnds();
  const woken: string[] = [];
  const waiter = (name: string) => (): void => void woken.push(name);
  const second = waiter('second');
  ends.listen('a', waiter('first'));
  ends.listen('a', second);
  ends.listen('b', waiter('other'));
  ends.unlisten('a', second);
  ends.listen('a', second);
  ends.note('a');
  ends.listen('a', waiter('late'));
  expect(woken).toEqual(['first', 'second', 'late']);
});
