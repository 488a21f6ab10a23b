import { mayActionWrite, requireActionWrites } from '#automation/core/workflows/written-entities.js';
import { fixtureEntity } from '../../../../support/fixture-catalogue.js';

// Requirement: R191, T50
it.each([
  ['Customer', 'create', true],
  ['Customer', 'delete', true],
  ['Notification', 'update', true],
  ['ApprovalRequest', 'create', true],
  ['ApprovalRequest', 'delete', false],
  ['ApprovalDecision', 'create', false],
  ['ApprovalTask', 'update', false],
  ['User', 'create', false],
  ['UserRole', 'create', false],
  ['Permission', 'create', false],
  ['Field', 'update', false],
  ['Workflow', 'create', false],
  ['WorkflowRun', 'create', false],
  ['StatusHistory', 'create', false],
] as const)('%s: %s is allowed: %s', (name, write, allowed) => {
  expect(mayActionWrite(fixtureEntity(name), write)).toBe(allowed);
});

it('refuses what a write has changed besides, but for logs', () => {
  expect(() => requireActionWrites([fixtureEntity('Customer'), fixtureEntity('StatusHistory')])).not.toThrow();
  expect(() => requireActionWrites([fixtureEntity('Customer'), fixtureEntity('User')])).toThrow('User');
});
