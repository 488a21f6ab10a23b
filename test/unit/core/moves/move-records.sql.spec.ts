import { compileMove } from '../../../../src/core/moves/move-records.sql.js';
import { mover, moveTo, planOf, STATUS, textOf } from './move-fixture.js';

const ctx = mover();
const compiled = (statusId: string, fields = {}, mode: 'store' | 'part' | 'explain' | 'image' = 'store'): string =>
  textOf(compileMove(ctx, planOf(ctx, moveTo(ctx, statusId, fields), mode)));

/** Names of the CTEs, in their order. */
const ctes = (text: string): readonly string[] =>
  [...text.matchAll(/(?:WITH |, )(\w+) AS (?:MATERIALIZED )?\(/g)].map(([, name]) => name);

// Requirement: R170
it('locks, judges with the fields set, checks the moved row and stores it with history, changes and outcome', () => {
  const text = compiled(STATUS.done, { Size: 3 });
  expect(ctes(text)).toEqual(['m', 'w', 'judged', 'x', 'fault', 'u', 'd', 'h', 'hd', 'change', 'operation']);
  expect(text).toContain(`CASE WHEN j.held[1] = '{t,t}' THEN 0 WHEN j.held[2] = '{t}' THEN 1 END AS taken`);
  expect(text).toContain('WHERE j.taken = 0 AND (x."Title" IS NULL OR x."Title" = \'\')');
  expect(text).toContain(`CASE j.taken WHEN 0 THEN '30000000-0000-4000-8000-000000000012'::uuid`);
});

it('takes nothing where there is no candidate', () => {
  expect(compiled(STATUS.fresh)).toContain('NULL::int AS taken');
});

it('records no outcome as a part of another write, and stores nothing to explain or to answer images', () => {
  expect(ctes(compiled(STATUS.open, {}, 'part'))).not.toContain('operation');
  for (const mode of ['explain', 'image'] as const)
    expect(compiled(STATUS.open, {}, mode)).not.toMatch(/UPDATE "|INSERT/);
});

it('gives the change rows of the approval engine their source', () => {
  const move = { ...moveTo(ctx, STATUS.open), source: 'Approval' };
  expect(textOf(compileMove(ctx, planOf(ctx, move)))).toContain("'Approval' FROM hd c");
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
