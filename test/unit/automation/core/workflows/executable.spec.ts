import { requireExecutable } from '#automation/core/workflows/executable.js';
import { fixtureContext } from '../../../../support/fixture-catalogue.js';

const workflow = (more: object = {}) => ({
  name: 'Block',
  allowedRoles: [] as readonly string[],
  requiredPermission: undefined,
  ...more,
});

// Requirement: R189
it.each([
  ['AdministratorRequired', {}],
  ['PermissionRequired', { allowedRoles: ['Clerk'] }],
  ['PermissionRequired', { requiredPermission: 'Jobs.Run' }],
])('refuses a caller without roles by %s: %j', (code, more) => {
  expect(() => requireExecutable(fixtureContext({}), workflow(more))).toThrow(expect.objectContaining({ code }));
});

it('lets Administrators execute every workflow', () => {
  const more = { allowedRoles: ['Clerk'], requiredPermission: 'Jobs.Run' };
  expect(() => requireExecutable(fixtureContext(), workflow(more))).not.toThrow();
});
