import { type Detail, refused } from '../../support/refusal.js';
import type { Answer, TestApp } from '../../support/test-app.js';

/** Tables, columns, indexes and keys of all environments, and their versions. */
const shapeOf = (app: TestApp): Promise<unknown> =>
  app.query(`SELECT (SELECT count(*) FROM pg_attribute WHERE NOT attisdropped) AS columns, (SELECT count(*) FROM pg_class) AS classes,
    (SELECT count(*) FROM pg_constraint) AS constraints, (SELECT string_agg(definitions_version::text, ',' ORDER BY id) FROM platform.environment) AS versions`);

/** As `refused`, of calls that would change tables: these are as before, too. */
export async function untouched(
  app: TestApp,
  call: () => Promise<Answer>,
  status: number,
  code: string,
): Promise<readonly Detail[]> {
  const before = await shapeOf(app);
  const details = await refused(app, call, status, code);
  expect(await shapeOf(app)).toEqual(before);
  return details;
}
