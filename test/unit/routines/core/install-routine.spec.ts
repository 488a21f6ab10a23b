import { JsonNumber } from '#core/json/json.js';
import { dropRoutine, installProblems, sealRoutine, type CreatedRoutine } from '#routines/core/install-routine.sql.js';
import { render } from '#core/sql/sql.js';
import { registered } from '../../core/objects.js';

const PROCEDURE = registered({
  ObjectType: new JsonNumber('1'),
  Parameters: [
    { Name: 'At', Type: 'DateTime' },
    { Name: 'Count', Type: 'Int', Direction: 'Out' },
  ],
});
const CREATED: CreatedRoutine = {
  kind: 'Procedure',
  language: 'plpgsql',
  hasClauses: false,
  isUnusual: false,
  signature: 'IN At timestamp with time zone, OUT Count bigint',
};

describe('an installed routine', () => {
  it('matches its record', () => expect(installProblems(PROCEDURE, [CREATED])).toEqual([]));

  it.each<[string, readonly CreatedRoutine[]]>([
    ['one object', []],
    ['one object', [CREATED, CREATED]],
    ['ObjectType says Procedure', [{ ...CREATED, kind: 'TableFunction' }]],
    ['LANGUAGE', [{ ...CREATED, language: 'internal' }]],
    ['SECURITY DEFINER', [{ ...CREATED, hasClauses: true }]],
    ['DEFAULT', [{ ...CREATED, isUnusual: true }]],
    ['the record (IN At timestamp with time zone, OUT Count bigint)', [{ ...CREATED, signature: 'IN At date' }]],
  ])('is refused: %s (case %#)', (message, created) => {
    expect(installProblems(PROCEDURE, created)).toEqual([expect.stringContaining(message)]);
  });

  it('is compared by its result and its columns too', () => {
    const scalar = registered({ ReturnType: 'Text' });
    expect(installProblems(scalar, [{ ...CREATED, kind: 'ScalarFunction', signature: ' RETURNS text' }])).toEqual([]);
    const table = registered({ ObjectType: new JsonNumber('3'), Returns: [{ Name: 'N', Type: 'Decimal' }] });
    expect(installProblems(table, [{ ...CREATED, kind: 'TableFunction', signature: 'TABLE N numeric' }])).toEqual([]);
  });

  it('belongs to the service and runs with the rights of the role only', () => {
    const role = { name: 'env_x_code_1', verifier: 'v' };
    expect(sealRoutine('env_x', role, PROCEDURE, 'm').map((each) => render(each).text)).toEqual([
      'ALTER ROUTINE "env_x"."Thing" OWNER TO CURRENT_USER',
      'ALTER ROUTINE "env_x"."Thing" SECURITY INVOKER SET search_path = "env_x", pg_temp',
      'REVOKE ALL ON ROUTINE "env_x"."Thing" FROM PUBLIC, "env_x_code_1"',
      'GRANT EXECUTE ON ROUTINE "env_x"."Thing" TO "env_x_code_1"',
      `COMMENT ON ROUTINE "env_x"."Thing" IS 'm'`,
    ]);
    const routine = { name: 'Thing', identity: 'IN "At" timestamp with time zone', mark: null };
    expect(render(dropRoutine('env_x', routine)).text).toBe(`DROP ROUTINE "env_x"."Thing"(${routine.identity})`);
  });
});
