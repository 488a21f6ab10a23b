import { Args } from '../../../../src/core/sql/args.js';
import { render } from '../../../../src/core/sql/sql.js';
import {
  compileClaimOne,
  compileClaimSchedules,
  compileDefinitionsVersion,
  compileFireTimes,
  compileRegisterSchedules,
  compileSettle,
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
    { id: 'b', nextDueAt: null, lastRecordId: 'r', shown: null },
  ]);
  const { text } = render(compileSettle(ctx, plan));
  expect(plan.args.values.slice(-4)).toEqual([
    ['a', 'b'],
    ['2026-01-01T00:00:00.000Z', null],
    [null, 'r'],
    ['[]', null],
  ]);
  expect(text).toContain('SET "NextFireTimes" = v.shown::jsonb');
  expect(text).not.toContain('RowVersion');
});

// Requirement: R198
it('locks due schedules with their triggers and waits for none', () => {
  const { text } = render(compileClaimSchedules(ctx));
  expect(text).toContain(`s.kind = 'Scheduled' AND s.next_due_at <= now()`);
  expect(text).toContain('FOR NO KEY UPDATE OF s, t SKIP LOCKED');
});

it('locks one schedule of another kind, except for excluded ones', () => {
  const { text } = render(compileClaimOne(ctx, 'DateBased', new Args(ctx).add([], 'uuid[]')));
  expect(text).toContain(`s.kind = 'DateBased'`);
  expect(text).toMatch(/s\.id <> ALL\(\$\d+::uuid\[\]\)/);
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
