import {
  approvedEntities,
  compileManualStartable,
  compileManual,
  startableKey,
  manualKey,
  planStartable,
} from '#approvals/core/requests/manual-starts.sql.js';
import type { RequestContext } from '#core/context/context.js';
import { NO_ACCESS } from '#core/catalogue/scope.js';
import { above, approving, textOf } from '../processes/process-fixture.js';

const { ctx, order } = approving({ StartCriteria: above('Total', '5'), Steps: [] });
const access = new Map([
  ['Order', { ...NO_ACCESS, read: 'Own' as const }],
  ['ApprovalRequest', { ...NO_ACCESS, create: 'Team' as const }],
]);
const rep: RequestContext = { ...ctx, principal: { ...ctx.principal, isAdministrator: false, access } };

it('looks for the record among entities with a process, as the caller may read them', () => {
  expect(approvedEntities(ctx)).toEqual([order]);
  const text = textOf(compileManual(rep));
  expect(text).toMatch(
    /LEFT JOIN LATERAL \(SELECT 'Order' AS entity.*"OwnerId" = \$\d+::uuid.*m\."RecordInformationId" = q\."RecordId"\) f/,
  );
  expect(manualKey(rep)).not.toBe(manualKey({ ...ctx, principal: { ...ctx.principal, isAdministrator: true } }));
});

it('evaluates the owner of the record and the criteria of each active process', () => {
  const plan = planStartable(rep, order, []);
  const text = textOf(compileManualStartable(rep, plan));
  expect(text).toMatch(/CASE WHEN \(m\."OwnerId" = \$\d+::uuid OR m\."OwnerTeamId" = ANY\(\$\d+::uuid\[\]\)\) THEN 1/);
  expect(text).toMatch(/to_json\(ARRAY\[\(m\."Total" > \$\d+::numeric\) IS TRUE\]::boolean\[\]\)/);
  expect(startableKey(rep, plan)).toContain(':Team ');
});
