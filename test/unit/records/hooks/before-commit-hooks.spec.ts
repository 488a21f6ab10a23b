import { PaceChanges } from '#platform/catalogue/pace-changes.js';
import { BEFORE_COMMIT_PHASES, BeforeCommitHooks, type BeforeCommitPhase } from '#records/hooks/before-commit-hooks.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';

const ctx = fixtureContext();
const customer = ctx.catalogue.entity('Customer');

/** Hooks registered in the given order, each of which notes its phase when it runs. */
function registered(phases: readonly BeforeCommitPhase[]) {
  const hooks = new BeforeCommitHooks(new PaceChanges());
  const ran: BeforeCommitPhase[] = [];
  for (const phase of phases)
    hooks.register(phase, { concerns: () => true, beforeCommit: async () => void ran.push(phase) });
  return { hooks, ran };
}

it('refuses first, derives records then, and brings definitions into force last', () => {
  expect(BEFORE_COMMIT_PHASES).toEqual([
    'rights',
    'keys',
    'locks',
    'decisions',
    'shares',
    'teams',
    'approvers',
    'rollups',
    'approvals',
    'routines',
    'definitions',
    'new routines',
    'indexes',
    'triggers',
    'schedules',
    'clauses',
  ]);
});

it.each([
  ['the order of phases', BEFORE_COMMIT_PHASES],
  ['the reverse order', BEFORE_COMMIT_PHASES.toReversed()],
  [
    'any other order',
    [
      'indexes',
      'schedules',
      'approvers',
      'rollups',
      'approvals',
      'definitions',
      'triggers',
      'rights',
      'keys',
      'decisions',
      'shares',
      'routines',
      'new routines',
      'teams',
      'clauses',
      'locks',
    ] as const,
  ],
])('runs hooks by phase when they are registered in %s', async (_, order) => {
  const { hooks, ran } = registered(order);
  await hooks.runAll(ctx, [customer], undefined as never);
  expect(ran).toEqual(BEFORE_COMMIT_PHASES);
});

it('hands on what a hook has written to the phases that follow', async () => {
  const hooks = new BeforeCommitHooks(new PaceChanges());
  const seen: string[] = [];
  const line = ctx.catalogue.entity('Order');
  hooks.register('rollups', { concerns: () => true, beforeCommit: async () => [line] });
  hooks.register('approvals', {
    concerns: () => true,
    beforeCommit: async (_, written) => void seen.push(...written.map(({ name }) => name)),
  });
  await hooks.runAll(ctx, [customer], undefined as never);
  expect(seen).toEqual(['Customer', 'Order']);
});

it('skips for definition files what only the writes of callers cause', async () => {
  const { hooks, ran } = registered(BEFORE_COMMIT_PHASES);
  await hooks.runForLoad(ctx, [customer], undefined as never);
  expect(ran).toEqual([
    'rights',
    'keys',
    'teams',
    'rollups',
    'routines',
    'definitions',
    'new routines',
    'indexes',
    'triggers',
    'schedules',
  ]);
});

it('skips phases that have no hook', async () => {
  const { hooks, ran } = registered(['definitions', 'teams']);
  await hooks.runAll(ctx, [customer], undefined as never);
  expect(ran).toEqual(['teams', 'definitions']);
});

it('refuses a second hook of a phase', () => {
  const { hooks } = registered(['rights']);
  const second = { concerns: () => false, beforeCommit: async () => undefined };
  expect(() => hooks.register('rights', second)).toThrow('The before-commit phase rights has a hook already.');
});
