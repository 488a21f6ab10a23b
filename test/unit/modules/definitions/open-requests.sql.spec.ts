import { compileLockRequests, compileOpenRequests } from '../../../../src/modules/definitions/open-requests.sql.js';
import { render } from '../../../../src/core/sql/sql.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';

it('makes writers of requests wait before open ones are counted', () => {
  expect(render(compileLockRequests(fixtureContext())).text).toBe(
    'LOCK TABLE "env_test"."ApprovalRequest" IN SHARE ROW EXCLUSIVE MODE',
  );
  const { text, slots } = render(compileOpenRequests(fixtureContext()));
  expect(text).toContain(`r."State" = 'Pending' AND r."ProcessId" = ANY($1::uuid[])`);
  expect(slots).toEqual([]);
});
