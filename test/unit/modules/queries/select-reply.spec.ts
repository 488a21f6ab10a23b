import { JsonText } from '../../../../src/core/json/json.js';
import { selectReply } from '../../../../src/modules/queries/select-reply.js';

it('answers rows as they are, with what is known of their number (contract §14.3)', () => {
  const memory = { verdict: undefined, leave: () => {}, weigh: () => {}, onStop: () => {} };
  const outcome = { memory, totalRecords: null, totalIsExact: false, truncated: false, nextCursor: 'abc' };
  const { parts } = selectReply({ result: new JsonText('[{}]'), ...outcome }, ['line']);
  expect(parts).toEqual({
    result: new JsonText('[{}]'),
    totalRecords: null,
    log: ['line'],
    memory,
    extra: { TotalIsExact: false, Truncated: false, NextCursor: 'abc' },
  });
});
