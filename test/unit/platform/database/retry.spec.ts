import { DomainError } from '#core/errors.js';
import { ConnectionLost, TransactionConflict } from '#platform/database/connections/database.errors.js';
import { retrying } from '#platform/database/retry.js';

/** Fails with the errors in turn, then succeeds. @returns the number of attempts and the result */
async function outcome(...errors: readonly Error[]): Promise<[tries: number, outcome: string]> {
  let tries = 0;
  const attempt = async (): Promise<string> => {
    const error = errors[tries++];
    if (error) throw error;
    return 'done';
  };
  const result = await retrying(attempt).catch((error: Error) =>
    error instanceof DomainError ? error.code : error.message,
  );
  return [tries, result];
}

const deadlock = new TransactionConflict('40P01');
const lost = new ConnectionLost(false, null);

it.each<[title: string, errors: Error[], expected: [number, string]]>([
  ['does nothing twice without need', [], [1, 'done']],
  // Requirement: T67
  ['repeats a lost race', [deadlock, new TransactionConflict('40001')], [3, 'done']],
  ['gives up after seven tries', Array.from({ length: 9 }, () => deadlock), [7, 'Unavailable']],
  // Requirement: F3
  ['repeats a lost connection once', [lost], [2, 'done']],
  ['takes a second lost connection for an outage', [lost, lost], [2, 'Unavailable']],
  ['passes every other error on at once', [new Error('a bug')], [1, 'a bug']],
])('a retry %s', async (_, errors, expected) => {
  expect(await outcome(...errors)).toEqual(expected);
});
