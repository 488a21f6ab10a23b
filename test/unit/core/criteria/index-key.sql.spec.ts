import { indexExpression, indexKeySql } from '#core/criteria/index-key.sql.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';
import { textOf } from '../../approvals/core/processes/process-fixture.js';

const fieldOf = (name: string) => fixtureContext().catalogue.entity('Customer').fields.get(name)!;

it('orders by the column, or by the expression that values of its type compare by', () => {
  expect(textOf(indexKeySql({ field: fieldOf('since'), descending: true }))).toBe('"Since" DESC');
  expect(textOf(indexKeySql({ field: fieldOf('taxid'), descending: false }))).toBe(
    '(lower("TaxId" COLLATE "und-x-icu"))',
  );
});

it('knows an expression for such types alone', () => {
  expect(indexExpression(fieldOf('since'))).toBeUndefined();
  expect(indexExpression(fieldOf('segment'))).toBeDefined();
});
