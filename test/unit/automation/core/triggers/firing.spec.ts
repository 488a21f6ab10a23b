import { firingOf, runsOf } from '#automation/core/triggers/firing.js';
import type { Catalogue } from '#core/catalogue/catalogue.js';
import { active, change, RECORD } from './trigger-fixture.js';

const workflow = (id: string, isActive: boolean) =>
  [id, { id, name: id.toUpperCase(), isActive, runAs: 'Service' }] as const;
const catalogue = {
  automation: {
    workflows: new Map([workflow('w1', true), workflow('w2', false)]),
    triggers: new Map([['t1', { name: 'T' }]]),
  },
} as unknown as Catalogue;
const FACTS = { input: {}, userId: 'u1', cause: undefined };
const newId = (): string => 'r1';

it('makes a run for each active workflow and one for the notifications', () => {
  const { trigger } = active({ WorkflowIds: ['W1', 'w2', 'gone'], Notifications: [{ ToUser: 'u', Message: 'm' }] });
  const runs = runsOf(catalogue, firingOf(trigger, change(), FACTS), newId);
  expect(runs.map(({ workflowId }) => workflowId)).toEqual(['w1', null]);
  expect(runs[0]).toMatchObject({ orderKey: `t1/${RECORD}`, chain: [{ definitionId: 't1', recordId: RECORD }] });
  expect(runs[0]).not.toHaveProperty('stopped');
});

it('records what failed', () => {
  const { trigger } = active({ WorkflowIds: ['w1'] });
  const [run] = runsOf(catalogue, firingOf(trigger, change(), { ...FACTS, failed: 'why' }), newId);
  expect(run).toMatchObject({ failed: 'why' });
});
