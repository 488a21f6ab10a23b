import { callFunctions, followText } from '#routines/core/call-functions.sql.js';
import type { AfterRoutineStep } from '#records/core/hooks/after-routine-step.js';
import { Args } from '#core/statements/args.js';
import { render, sql } from '#core/sql/sql.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';

const ctx = fixtureContext();
const ROLE = { name: 'env_test_code_1', verifier: '' };

function step(): AfterRoutineStep {
  const args = new Args(ctx);
  const [name, teams, ids] = [args.add('x', 'text'), args.add(['y'], 'text[]'), args.add([], 'uuid[]')];
  return {
    entity: 'Customer',
    after: ['Order'],
    lock: sql`SELECT id WHERE ${name} = ANY(${teams})`,
    ids,
    refresh: sql`SELECT ${ids}`,
    args,
    faultsOf: () => [],
  };
}

describe('functions of a routine call', () => {
  it('run as the service with their own settings, callable by the role only', () => {
    const statements = callFunctions(ctx, ROLE, { steps: [step()], fingerprint: 'f' }).map((each) => render(each).text);
    expect(statements).toHaveLength(10);
    expect(statements.splice(6, 1)).toEqual(['DROP FUNCTION IF EXISTS "env_test"."callEnd"()']);
    for (const [i, name] of ['callBegin(claims text, mac bytea)', 'callFollow()', 'callEnd(kept json)'].entries()) {
      const routine = `FUNCTION "env_test"."${name.replace('(', '"(')}`;
      expect(statements[3 * i]).toContain(`CREATE OR REPLACE ${routine}`);
      expect(statements[3 * i]).toContain('SECURITY DEFINER\n    SET search_path = pg_catalog, pg_temp');
      expect(statements[3 * i + 1]).toBe(`REVOKE ALL ON ${routine} FROM PUBLIC`);
      expect(statements[3 * i + 2]).toBe(`GRANT EXECUTE ON ${routine} TO "env_test_code_1"`);
    }
  });

  it('read the values of a step from the claims, and the locked Ids from the step', () => {
    const text = followText([step()]);
    expect(text).toContain(
      'SELECT id WHERE (_args ->> 8)::text = ANY(ARRAY(SELECT json_array_elements_text(_args -> 9))::text[])',
    );
    expect(text).toContain('FOR _row IN SELECT _ids LOOP');
  });
});
