import { changeable, imageCte } from '../../../../src/core/updates/row-images.sql.js';
import { planUpdate } from '../../../../src/core/updates/plan-update.js';
import { raw, render } from '../../../../src/core/sql/sql.js';
import { givenId, matching, updateOf, writer } from '../writes/write-fixture.js';

it('names the image of the rows, with assigned values in place of stored ones', () => {
  const ctx = writer();
  const plan = planUpdate(
    ctx,
    updateOf('Tag', { Label: 'y' }, ctx),
    matching(ctx, 'Tag', 'Id', 3, givenId(5)),
    'store',
  );
  const { text } = render(imageCte(ctx, plan, raw('w')));
  expect(text).toMatch(/^w AS MATERIALIZED \(SELECT .*\$1::text AS "Label".* FROM m\)$/);
  expect(changeable(plan).map(({ name }) => name)).toEqual(['Label']);
});
