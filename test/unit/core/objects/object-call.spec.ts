import { enterCall, leaveCall, objectsState } from '../../../../src/core/objects/object-call.sql.js';
import { render } from '../../../../src/core/sql/sql.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';

describe('a call that may write', () => {
  it('leaves its caller where no object can write', () => {
    expect(render(enterCall(fixtureContext()))).toEqual({
      text: `INSERT INTO platform.object_call (xid, environment_id, user_id, team_id, correlation_id, occurred_at) VALUES (pg_current_xact_id(), 'e0000000-0000-4000-8000-000000000003'::uuid, $1::uuid, $2::uuid, $3::uuid, $4::timestamptz)`,
      slots: [0, 4, 3, 2],
    });
  });

  it('ends with its outcome and the entities it wrote, found by its transaction', () => {
    const { text } = render(leaveCall(fixtureContext()));
    expect(text).toContain('DELETE FROM platform.object_call WHERE xid = pg_current_xact_id()');
    expect(text).toContain(`'Batch', 'Completed', 200`);
    expect(text).toMatch(/SELECT c\.entity, count\(\*\)::int AS count FROM change c GROUP BY 1 ORDER BY 1$/);
  });

  it('tells any change of an object by its version', () => {
    expect(render(objectsState('env_x')).text).toContain(`p.xmin, p.proname), ',' ORDER BY p.oid)`);
    expect(render(objectsState('env_x')).text).toContain(`r.rolname = 'env_x_objects'`);
  });
});
