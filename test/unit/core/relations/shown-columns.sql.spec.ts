import { relationSql } from '#core/relations/relation.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';
import { textOf } from '../../approvals/core/processes/process-fixture.js';

const member = fixtureContext({ WorkflowRun: 'Own', WorkflowStep: 'Own' });
const administrator = { ...member, principal: { ...member.principal, isAdministrator: true } };
const columnsOf = (ctx: typeof member, name: string, rights: 'caller' | 'system' = 'caller'): string =>
  textOf(relationSql({ ctx, rights }, ctx.catalogue.entity(name)));

it.each(['WorkflowRun', 'WorkflowStep'])('shows %s as it is to Administrators and to the service', (name) => {
  expect(columnsOf(administrator, name)).toMatch(/^\(SELECT \* FROM /);
  expect(columnsOf(member, name, 'system')).toMatch(/^\(SELECT \* FROM /);
});

it('shows members no outputs of records', () => {
  expect(columnsOf(member, 'WorkflowStep')).toContain(
    `CASE WHEN r."Type" IN ('RunQuery', 'InsertRecord', 'ChangeStatus', 'ExecuteDatabaseObject', 'RunWorkflow') THEN NULL ` +
      `ELSE r."Output" END AS "Output"`,
  );
});

it('shows members the record of a run only where they may read it', () => {
  const text = columnsOf(member, 'WorkflowRun');
  expect(text).toMatch(
    /CASE WHEN r\."RecordId" IS NULL OR .* THEN r\."Input" ELSE r\."Input" - 'Record' - 'Old' END AS "Input"/,
  );
  expect(text).toMatch(/THEN NULL ELSE r\."CausedBy" END AS "CausedBy"/);
});
