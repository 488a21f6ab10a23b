import { scopeOf } from '#core/rights/access.js';
import { OPERATIONS } from '#core/catalogue/scope.js';
import { SYSTEM_USER_ID, systemContext } from '#core/context/system-context.js';
import { fixtureCatalogue, fixtureEntity } from '../../../support/fixture-catalogue.js';

it('gives the service all scopes, without a user as author', () => {
  const ctx = systemContext(fixtureCatalogue, 'correlation', new Date(0));
  expect(OPERATIONS.map((operation) => scopeOf(ctx, fixtureEntity('Customer'), operation))).toEqual(
    OPERATIONS.map(() => 'All'),
  );
  expect([ctx.principal.userId, ctx.correlationId, ctx.requestId]).toEqual([
    SYSTEM_USER_ID,
    'correlation',
    'correlation',
  ]);
});
