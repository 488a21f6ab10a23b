import { render } from '../../../../src/core/sql/sql.js';
import {
  compileCounts,
  compileDeleted,
  compileStoredDefinitions,
  LOCK_DEFINITIONS,
} from '../../../../src/modules/environment-files/stored-definitions.sql.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';

const ctx = fixtureContext();

it('reads all kinds in one statement, without parts of system entities and without people', () => {
  const { text } = render(compileStoredDefinitions(ctx));
  expect(text).toContain(`'Transition' AS kind`);
  expect(text).not.toContain(`'User' AS kind`);
  expect(text.match(/d."EntityId" IN \(/g)).toHaveLength(4);
  expect(text.match(/WHERE NOT r."IsDeleted"/g)!.length).toBeGreaterThanOrEqual(21);
});

it('counts records, deleted ones included', () => {
  const { text } = render(compileCounts(ctx, [ctx.catalogue.entity('Customer'), ctx.catalogue.entity('Region')]));
  expect(text.match(/count\(\*\)::int AS n/g)).toHaveLength(2);
  expect(text).not.toContain('IsDeleted');
});

it('finds deleted records by ids', () => {
  expect(render(compileDeleted(ctx)).text).toContain(`SELECT 'Field' AS kind`);
});

it('passes over an environment that another transaction changes', () => {
  expect(LOCK_DEFINITIONS).toContain('SKIP LOCKED');
});
