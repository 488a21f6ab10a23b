import { ident, render } from '#core/sql/sql.js';
import { concurrentIndex, plainIndex, systemIndexOf } from '#definitions/core/schema/entity-indexes.sql.js';
import { fixtureEntity } from '../../../../support/fixture-catalogue.js';

const order = fixtureEntity('Order');
const table = ident('env_test', 'Order');

it('can be made with its table, or beside writes', () => {
  const { name, ddl, beside } = plainIndex(order, table, ['OwnerId', 'Id']);
  expect(render(ddl).text).toBe(`CREATE INDEX "${name}" ON "env_test"."Order" ("OwnerId", "Id")`);
  expect(render(beside!).text).toBe(`CREATE INDEX CONCURRENTLY "${name}" ON "env_test"."Order" ("OwnerId", "Id")`);
  expect(concurrentIndex('x', table, ident('A')).name).toBe('x');
});

it('makes a rule of the service with its table alone', () => {
  const { ddl, beside } = systemIndexOf(order, table, { fields: ['Id'], unique: true, where: { State: 'Open' } });
  expect(render(ddl).text).toMatch(/^CREATE UNIQUE INDEX .* \("Id"\) WHERE \(NOT "IsDeleted" AND "State" = 'Open'\)$/);
  expect(beside).toBeUndefined();
  expect(systemIndexOf(order, table, { fields: ['Id'], unique: false }).beside).toBeDefined();
});
