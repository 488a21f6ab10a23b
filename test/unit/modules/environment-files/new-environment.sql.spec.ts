import { render } from '../../../../src/core/sql/sql.js';
import { compileUser } from '../../../../src/modules/environment-files/new-environment.sql.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';

it('finds live users by their name in any letter case', () => {
  const { text } = render(compileUser(fixtureContext()));
  expect(text).toContain('lower(u."UserName") = lower($1::text)');
  expect(text).toContain('NOT r."IsDeleted"');
});
