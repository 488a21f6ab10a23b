import { buildApprovalProcess } from '#core/catalogue/approval-process.js';
import type { JsonObject } from '#core/json/json.js';
import { jsonOf } from '../../../support/json-of.js';

const built = (json: object) => buildApprovalProcess(jsonOf(json) as JsonObject);

// Requirement: R183
it('reads the steps of a process in the order of their Sequence', () => {
  const { steps } = built({
    Steps: [
      { Sequence: 2, Name: 'Finance', Approvers: { Users: ['frank'] }, Rule: { Count: 2 }, DueHours: 48 },
      { Sequence: 1, Name: 'Sales', Approvers: { Role: 'SalesManager', WithinOwnerTeam: true }, Rule: 'All' },
    ],
  });
  expect(steps).toEqual([
    {
      sequence: 1,
      name: 'Sales',
      rule: 'All',
      approvers: { users: [], role: 'SalesManager', ownerManager: false, withinOwnerTeam: true },
    },
    {
      sequence: 2,
      name: 'Finance',
      rule: { count: 2 },
      dueHours: 48,
      approvers: { users: ['frank'], ownerManager: false, withinOwnerTeam: false },
    },
  ]);
});

it('starts on inserts and updates, automatically, unless the definition says otherwise', () => {
  expect(built({})).toMatchObject({ startMode: 'Automatic', isActive: true, allowSelfApproval: false });
  expect([...built({}).startOn]).toEqual(['Insert', 'Update']);
  expect([...built({ StartOn: ['Update'], StartMode: 'Manual' }).startOn]).toEqual(['Update']);
});

it('reads what follows each outcome', () => {
  const { effects } = built({ OnRejected: { MoveTo: 'Cancelled' }, OnApproved: { RunWorkflows: ['Tell'] } });
  expect(effects).toEqual({
    Approved: { runWorkflows: ['Tell'] },
    Rejected: { moveTo: 'Cancelled', runWorkflows: [] },
    Returned: { runWorkflows: [] },
  });
});
