import { createSequence } from '#records/writes/auto-number-sequences.js';

it('quotes the name of the sequence', () => {
  expect(createSequence('env_x', 'Order.Number.O"-_no_1')).toBe(
    'CREATE SEQUENCE IF NOT EXISTS "env_x"."Order.Number.O""-_no_1" AS bigint CACHE 1',
  );
});
