import {
  BEFORE_COMMIT_PHASES,
  BeforeCommitHooks,
  type BeforeCommitPhase,
} from '../../../../src/modules/hooks/before-commit-hooks.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';

const ctx = fixtureContext();
const customer = ctx.catalogue.entity('Customer');

/** Hooks registered in the given order, each of which notes its phase when it runs. */
function registered(phases: readonly BeforeCommitPhase[]) {
  const hooks = new BeforeCommitHooks();
  const ran: BeforeCommitPhase[] = [];
  for (const phase of phases)
    hooks.register(phase, { concerns: () => true, beforeCommit: async () => void ran.push(phase) });
  return { hooks, ran };
}

it('refuses first, derives records then, and brings definitions into force last', () => {
  expect(BEFORE_COMMIT_PHASES).toEqual(['rights', 'teams', 'rollups', 'routines', 'definitions']);
});

it.each([
  ['the order of phases', BEFORE_COMMIT_PHASES],
  ['the reverse order', BEFORE_COMMIT_PHASES.toReversed()],
  ['any other order', ['rollups', 'definitions', 'rights', 'routines', 'teams'] as const],
])('runs hooks by phase when they are registered in %s', async (_, order) => {
  const { hooks, ran } = registered(order);
  await hooks.runAll(ctx, [customer], undefined as never);
  expect(ran).toEqual(BEFORE_COMMIT_PHASES);
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
