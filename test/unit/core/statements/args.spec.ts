import { Args, CALL } from '#core/statements/args.js';
import { CALLER, fixtureContext } from '../../../support/fixture-catalogue.js';

const ctx = fixtureContext();

it('places the facts of the call at their slots', () => {
  const { values } = new Args(ctx);
  expect(Object.entries(CALL).map(([name, { index, type }]) => [name, type, values[index]])).toEqual([
    ['userId', 'uuid', CALLER.userId],
    ['reachTeamIds', 'uuid[]', [CALLER.teamId]],
    ['at', 'timestamptz', '2026-03-15T22:30:00.000Z'],
    ['correlationId', 'uuid', ctx.correlationId],
    ['primaryTeamId', 'uuid', CALLER.teamId],
    ['definitionsVersion', 'bigint', ctx.catalogue.version],
    ['source', 'text', null],
    ['clauses', 'jsonb', null],
  ]);
});

// Requirement: R72
it('names the source of a job', () => {
  const { values } = new Args({ ...ctx, job: { source: 'Workflow', chain: [] } });
  expect(values[CALL.source.index]).toBe('Workflow');
});

it('keeps the slot of a value, whatever is added behind it', () => {
  const args = new Args(ctx);
  const [first, second] = [args.add('a', 'text'), args.add('b', 'numeric')];
  expect([args.values[first.index], args.values[second.index], second.type]).toEqual(['a', 'b', 'numeric']);
});
