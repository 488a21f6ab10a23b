import { type Detail, refused } from '../../../support/refusal.js';
import type { Answer, TestApp } from '../../../support/test-app.js';

/**
 * Tables, columns and keys of all environments, and their versions. Indexes that no rule rests on are made and dropped
 * beside writes, so that those of earlier changes may come and go.
 */
const shapeOf = (app: TestApp): Promise<unknown> =>
  app.query(`SELECT (SELECT count(*) FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid WHERE NOT a.attisdropped AND c.relname !~ '_ix_') AS columns,
    (SELECT count(*) FROM pg_class WHERE relname !~ '_ix_') AS classes,
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
