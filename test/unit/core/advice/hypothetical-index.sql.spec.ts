import { compileHypotheticalIndex } from '../../../../src/core/advice/hypothetical-index.sql.js';
import { Args } from '../../../../src/core/sql/args.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';
import { textOf } from '../approvals/process-fixture.js';

it('passes the statement of the index as a value, with the expressions that queries compare', () => {
  const ctx = fixtureContext();
  const entity = ctx.catalogue.entity('Customer');
  const args = new Args(ctx);
  const fields = ['taxid', 'since'].map((name, i) => ({
    field: entity.fields.get(name)!,
    descending: i === 1,
    isEqual: false,
  }));
  const statement = textOf(compileHypotheticalIndex(ctx, entity, fields, { hypopg: 'tools', args }));
  expect(statement).toMatch(/^SELECT "tools"\."hypopg_create_index"\(\$\d+::text\)$/);
  expect(args.values.at(-1)).toBe(
    'CREATE INDEX ON "env_test"."Customer" ((lower("TaxId" COLLATE "und-x-icu")), "Since" DESC)',
  );
});

it('has the text of an enum that rows must equal, which is what queries compare before the index exists', () => {
  const ctx = fixtureContext();
  const entity = ctx.catalogue.entity('Customer');
  const args = new Args(ctx);
  const key = { field: entity.fields.get('segment')!, descending: false };
  compileHypotheticalIndex(ctx, entity, [{ ...key, isEqual: true }], { hypopg: 'public', args });
  expect(args.values.at(-1)).toBe('CREATE INDEX ON "env_test"."Customer" (("Segment"))');
  compileHypotheticalIndex(ctx, entity, [{ ...key, isEqual: false }], { hypopg: 'public', args });
  expect(args.values.at(-1)).toContain('((array_position(');
});

it('puts the owner first in scope Own, as the index within owners has it', () => {
  const ctx = fixtureContext({ Customer: 'Own' });
  const entity = ctx.catalogue.entity('Customer');
  const args = new Args(ctx);
  const key = { field: entity.fields.get('since')!, descending: false, isEqual: true };
  compileHypotheticalIndex(ctx, entity, [key], { hypopg: 'public', args });
  expect(args.values.at(-1)).toBe('CREATE INDEX ON "env_test"."Customer" ("OwnerId", ("Since"))');
});
