import { Args } from '../../../../src/core/sql/args.js';
import { render } from '../../../../src/core/sql/sql.js';
import {
  compileClaimOne,
  compileClaimSchedules,
  compileDefinitionsVersion,
  compileFireTimes,
  compileGiveBack,
  compileRegisterSchedules,
  compileSettle,
  compileTakeSchedules,
  planSettle,
} from '../../../../src/core/triggers/schedules.sql.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';

const ctx = fixtureContext();

it('computes due times anew only where what they depend on has changed', () => {
  const { text } = render(compileRegisterSchedules(ctx));
  expect(text).toContain(`WHERE t."IsActive" AND t."TriggerType" IN ('Scheduled', 'DateBased')`);
  expect(text).toContain('WHERE s.rule IS DISTINCT FROM a.rule');
  expect(text).toContain(`s.kind IN ('Scheduled', 'DateBased')`);
  expect(text).toContain('clock_timestamp()');
});

it('stores next due times, and what schedules show without a new version', () => {
  const plan = planSettle(ctx, [
    { id: 'a', nextDueAt: '2026-01-01T00:00:00.000Z', shown: '[]' },
    { id: 'b', nextDueAt: null, lastRecordId: 'r', attempts: 1, shown: null },
  ]);
  const { text } = render(compileSettle(ctx, plan));
  expect(plan.args.values.slice(-5)).toEqual([
    ['a', 'b'],
    ['2026-01-01T00:00:00.000Z', null],
    [null, 'r'],
    [0, 1],
    ['[]', null],
  ]);
  expect(text).toContain('SET "NextFireTimes" = v.shown::jsonb');
  expect(text).not.toContain('RowVersion');
});

it('takes one whose attempts have failed alone, behind all others, and none that another process has', () => {
  const args = new Args(ctx);
  const { text } = render(compileTakeSchedules(ctx, 'Scheduled', args.add(20, 'int'), args.add(1_000, 'int')));
  expect(text).toContain('COALESCE(s.lease_until < now(), true)');
  expect(text).toContain('ORDER BY s.attempts > 0, s.last_record_id IS NOT NULL, s.next_due_at, s.id');
  expect(text).toContain('FOR NO KEY UPDATE OF s SKIP LOCKED');
});

it('gives back only what is still due', () => {
  const args = new Args(ctx);
  const { text } = render(compileGiveBack(ctx, args.add([], 'uuid[]'), args.add(1, 'int'), args.add(0, 'int')));
  expect(text).toContain('s.next_due_at <= now()');
});

// Requirement: R198
it('locks taken schedules with their triggers and waits for none', () => {
  const { text } = render(compileClaimSchedules(ctx, new Args(ctx).add([], 'uuid[]')));
  expect(text).toContain(`s.kind = 'Scheduled' AND s.next_due_at <= now()`);
  expect(text).toContain('FOR NO KEY UPDATE OF s, t SKIP LOCKED');
});

it('locks a taken schedule of another kind', () => {
  const { text } = render(compileClaimOne(ctx, 'DateBased', new Args(ctx).add('a', 'uuid')));
  expect(text).toContain(`s.kind = 'DateBased'`);
  expect(text).toMatch(/s\.id = \$\d+::uuid/);
});

// Requirement: R198
it('records a due time once', () => {
  const args = new Args(ctx);
  const { text } = render(compileFireTimes(ctx, args.add([], 'uuid[]'), args.add([], 'timestamptz[]')));
  expect(text).toContain('ON CONFLICT (environment_id, trigger_id, due_at) DO NOTHING');
});

it('reads the version of the definitions', () => {
  expect(render(compileDefinitionsVersion(ctx)).text).toContain('e.definitions_version AS version');
});
