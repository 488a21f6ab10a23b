import { compileRecordFacts } from '../../../../src/core/explanations/explain-record.sql.js';
import { Args } from '../../../../src/core/sql/args.js';
import { render } from '../../../../src/core/sql/sql.js';
import { fixtureContext, fixtureEntity } from '../../../support/fixture-catalogue.js';

it('judges a record by the conditions of reads and of the operation', () => {
  const ctx = fixtureContext({ Region: 'Own' });
  const { text } = render(compileRecordFacts(ctx, fixtureEntity('Region'), 'delete', new Args(ctx).add('x', 'uuid')));
  expect(text).toContain('(t."OwnerId" = $1::uuid) IS TRUE AS "isReadable"');
  expect(text).toContain('(false) IS TRUE AS "isInScope", false AS "isLocked"');
  expect(text).toContain('WHERE NOT r."IsDeleted") t WHERE t."RecordInformationId" = $2::uuid');
});
