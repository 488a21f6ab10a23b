import { JsonText } from '#core/json/json.js';
import { selectReply } from '#queries/select/select-reply.js';

// See docs/interface/queries.md#counts
it('answers rows unchanged, with the known facts about their number', () => {
  const memory = { refusal: undefined, release: () => {}, weigh: () => {}, onStop: () => {} };
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
