import { compileShown } from '#records/core/matching/shown-records.sql.js';
import { Args } from '#core/statements/args.js';
import { render } from '#core/sql/sql.js';
import { fixtureContext, fixtureEntity } from '../../../../support/fixture-catalogue.js';

const shown = (scope?: 'Own' | 'None'): string => {
  const ctx = fixtureContext(scope && { Region: scope });
  return render(compileShown(ctx, fixtureEntity('Region'), new Args(ctx).add([], 'uuid[]'))).text;
};

it('shows whole records in the order of the Ids, within the limit of an answer', () => {
  expect(shown()).toContain('CASE WHEN true THEN (');
  expect(shown()).toMatch(
    /string_agg\(q\.json, ',' ORDER BY q\.n\).*platform\.within_16_mb\(octet_length\(q\.json\)\)/s,
  );
});

it('shows the identity of records outside of the read scope', () => {
  expect(shown('Own')).toMatch(/CASE WHEN s\."OwnerId" = \$\d::uuid THEN .* ELSE \(+'\{"Id":' .*"RowVersion"/s);
  expect(shown('None')).toContain('CASE WHEN false THEN');
});
