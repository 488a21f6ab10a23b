import { assigneeCtes } from '../../../../src/core/approvals/approvers.sql.js';
import { planSteps } from '../../../../src/core/approvals/plan-steps.js';
import { Args } from '../../../../src/core/sql/args.js';
import { list } from '../../../../src/core/sql/sql.js';
import { approving, textOf } from './process-fixture.js';

/** Text and values of the search for the approvers of one step. */
function sought(Approvers: object) {
  const { ctx, order } = approving({ Steps: [{ Sequence: 1, Name: 'Sales', Approvers, Rule: 'Any' }] });
  const args = new Args(ctx);
  const [process] = order.approvalProcesses;
  const planned = planSteps(
    ctx,
    order,
    process.steps.map((step, tag) => ({ tag, process, step })),
    args,
  );
  return { text: textOf(list(assigneeCtes(ctx, planned))), values: args.values };
}

// Requirement: R183
it.each([
  ['listed users', { Users: ['ann'] }, 'CROSS JOIN unnest('],
  ['holders of a role', { Role: 'Manager' }, 'h."RoleId" = '],
  ['members of a team', { Team: 'Desk' }, 'm."TeamId" = '],
  ['the manager of the owner', { OwnerManager: true }, 'o."ManagerId" AS user_id'],
  ['the user whom a field names', { Field: 'BuyerId' }, 'x."by BuyerId" AS user_id'],
  ['members of the team that a field names', { Field: 'DeskId' }, 'm."TeamId" = x."by DeskId"'],
])('finds %s', (_, approvers, part) => {
  expect(sought(approvers).text).toContain(part);
});

it('adds up all kinds of approvers, each user once', () => {
  const { text } = sought({ Users: ['ann'], OwnerManager: true });
  expect(text).toMatch(/unnest\(.* UNION SELECT x\.\*, o\."ManagerId"/);
});

it('narrows a role to members of the owner team and the teams above it', () => {
  expect(sought({ Role: 'Manager', WithinOwnerTeam: true }).text).toContain('l.root = x.owner_team');
  expect(sought({ Role: 'Manager' }).text).not.toContain('l.root = x.owner_team');
});

it('leaves out inactive users, and requesters unless they may approve', () => {
  expect(sought({ Users: ['ann'] }).text).toContain('u."IsActive" AND (n.allows_self OR u."Id" <> n.requester)');
});

it('falls back to Administrators, then to nobody', () => {
  const { text } = sought({});
  expect(text).toContain('1 AS place FROM (SELECT x.*, l."UserId" AS user_id');
  expect(text).toContain('NULL::uuid AS user_id, NULL::uuid AS team_id, 2 AS place FROM x');
  expect(text).toContain('WHERE g.place = g.best');
});
