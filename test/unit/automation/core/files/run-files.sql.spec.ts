import { render } from '#core/sql/sql.js';
import {
  filesOfActionSql,
  insertFileSql,
  insertPartSql,
  type OneStatement,
  partSql,
  removeFileSql,
  setSizeSql,
} from '#automation/core/files/run-files.sql.js';
import { fixtureContext } from '../../../../support/fixture-catalogue.js';

const ctx = fixtureContext();
const FILE = { runId: 'run', path: 'Actions[0]', iterations: [1, 2], isZip: false, name: `x'; DROP TABLE` };
const bound = ({ statement, args }: OneStatement) => {
  const { text, slots } = render(statement);
  return { text, values: slots.map((slot) => args.values[slot]) };
};

it('stores a file of the step, by values only, while the run has few', () => {
  const { text, values } = bound(insertFileSql(ctx, FILE));
  expect(text).toContain('WHERE run_id = $2::uuid) < 1000');
  expect(text).toContain(`'${ctx.catalogue.environment.id}'::uuid`);
  expect(values).toEqual([ctx.correlationId, 'run', 'Actions[0]', [1, 2], false, FILE.name]);
});

it('stores parts, and removes what an earlier try has stored', () => {
  const content = Buffer.from('x');
  expect(bound(insertPartSql(ctx, 3, content)).values).toEqual([ctx.correlationId, 3, content]);
  expect(bound(removeFileSql(ctx)).text).toMatch(/DELETE FROM platform.run_file_part WHERE file_id = \$1::uuid/);
  expect(bound(setSizeSql(ctx, 12)).values).toEqual(['12', ctx.correlationId]);
});

it('finds files of the own environment and run, inside of the iterations of the step', () => {
  const { text, values } = bound(filesOfActionSql(ctx, FILE));
  expect(text).toContain(`f.environment_id = '${ctx.catalogue.environment.id}'::uuid AND f.run_id = $1::uuid`);
  expect(text).toContain('f.iterations[1:cardinality($3::int[])] = $3::int[]');
  expect(values).toEqual(['run', 'Actions[0]', [1, 2]]);
  expect(bound(partSql(ctx, 'file', 4)).values).toEqual(['file', 4]);
});
