import { triggerResultsOf } from '#automation/core/triggers/trigger-conditions.sql.js';

it('reads results by trigger', () => {
  expect(triggerResultsOf({ n: 0, held: '["{t,f}",null]' })).toEqual([{ where: true, fields: [false] }, null]);
});
