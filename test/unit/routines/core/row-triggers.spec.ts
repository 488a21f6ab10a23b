import { rowTriggers } from '#routines/core/row-triggers.sql.js';
import { render } from '#core/sql/sql.js';
import { fixtureContext, fixtureEntity } from '../../../support/fixture-catalogue.js';

const [stamp, closed, stampTrigger, log, , logTrigger] = rowTriggers(
  fixtureContext(),
  { name: 'env_test_code_1', verifier: '' },
  fixtureEntity('Order'),
).map((each) => render(each).text);

describe('triggers on rows that routines write', () => {
  it('fire for the routine role only', () => {
    expect(stampTrigger).toMatch(
      /^CREATE OR REPLACE TRIGGER "object_stamp_Order_\w{7}" BEFORE INSERT OR UPDATE ON "env_test"\."Order" FOR EACH ROW WHEN \(current_user = 'env_test_code_1'\) EXECUTE FUNCTION "env_test"\."object_stamp_Order_\w{7}"\(\)$/,
    );
    expect(logTrigger).toContain('AFTER INSERT OR UPDATE OR DELETE ON "env_test"."Order" FOR EACH ROW WHEN');
    expect(closed).toMatch(/^REVOKE ALL ON FUNCTION .* FROM PUBLIC$/);
  });

  it('run as the service, whatever settings a routine leaves', () => {
    for (const made of [stamp, log]) {
      expect(made.replaceAll(/\s+/g, ' ')).toContain(
        `SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET "DateStyle" = 'ISO' SET "TimeZone" = 'UTC'`,
      );
    }
  });

  it('refuse values without a wire form, only where a column can hold them', () => {
    expect(stamp).toContain(`NEW."OrderDate" NOT BETWEEN ''0001-01-01'' AND ''9999-12-31'' OR NEW."Total" = ''NaN''`);
  });

  it('write the log in its own columns', () => {
    expect(log).toContain('row_version, old, new, owner_before, team_before, owner_after, team_after, source) VALUES');
    expect(log).toContain(`''DatabaseObject''`);
  });
});
