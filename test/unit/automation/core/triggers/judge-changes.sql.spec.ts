import { judgedOf } from '#automation/core/triggers/judge-changes.sql.js';

it('reads results by trigger', () => {
  expect(judgedOf({ n: 0, held: '["{t,f}",null]' })).toEqual([{ where: true, fields: [false] }, null]);
});
