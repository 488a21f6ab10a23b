import { render } from '../../../../src/core/sql/sql.js';
import {
  compileLifecycleEntities,
  compileStandingRecords,
} from '../../../../src/modules/schema-migration/statuses.sql.js';
import { fixtureContext, fixtureEntity } from '../../../support/fixture-catalogue.js';

it('counts the records of a status, deleted ones included', () => {
  const { text } = render(compileStandingRecords(fixtureContext(), fixtureEntity('Order')));
  expect(text).toContain('GROUP BY r."StatusId"');
  expect(text).not.toContain('IsDeleted');
});

it('reads deleted lifecycles too, whose statuses go with them', () => {
  expect(render(compileLifecycleEntities(fixtureContext())).text).not.toContain('IsDeleted');
});
