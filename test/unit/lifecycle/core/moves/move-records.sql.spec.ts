import { compileMove } from '#lifecycle/core/moves/move-records.sql.js';
import { mover, moveTo, planOf, STATUS, textOf } from './move-fixture.js';

const ctx = mover();
const compiled = (statusId: string, fields = {}, mode: 'store' | 'part' | 'explain' | 'image' = 'store'): string =>
  textOf(compileMove(ctx, planOf(ctx, moveTo(ctx, statusId, fields), mode)));

/** Names of the CTEs, in their order. */
const ctes = (text: string): readonly string[] =>
  [...text.matchAll(/(?:WITH |, )(\w+) AS (?:MATERIALIZED )?\(/g)].map(([, name]) => name);

it('records no outcome as a part of another write, and stores nothing to explain or to answer images', () => {
  expect(ctes(compiled(STATUS.open, {}, 'part'))).not.toContain('operation');
  for (const mode of ['explain', 'image'] as const)
    expect(compiled(STATUS.open, {}, mode)).not.toMatch(/UPDATE "|INSERT/);
});

it('has a key that depends on candidates, fields and source', () => {
  const keys = [
    planOf(ctx, moveTo(ctx, STATUS.done)),
    planOf(ctx, moveTo(ctx, STATUS.open)),
    planOf(ctx, moveTo(ctx, STATUS.open, { Size: 3 })),
    planOf(ctx, { ...moveTo(ctx, STATUS.open), source: 'Approval' }),
    planOf(ctx, moveTo(ctx, STATUS.open), 'store', '7'),
  ].map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});
