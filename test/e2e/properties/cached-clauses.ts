import { where } from '../../support/test-app.js';
import { StepRig } from '../actions/step-rig.js';

const WORKFLOW = { EntityName: 'Order', Actions: [{ Name: 'Call', Type: 'HttpCall' }] };
const ORDERS = { EntityName: 'Order', FieldName: 'Id' };

/** Judges clauses of workflows whose tokens have the same names but values of several types. */
export async function clauses(users: readonly string[]): Promise<void> {
  const rig = StepRig.latest;
  const tested = [
    ...[1, 'x', true, '2026-01-01', null].map((value) => [where('Actions.Call.A', 'EqualTo', value), value] as const),
    [where('Record.Id', 'ExistsIn', ORDERS), null],
    [where('Record.Total', 'IN', [1, 2]), null],
  ] as const;
  for (const user of users)
    for (const [clause, value] of tested)
      await rig.holds({ user, runAs: 'Caller' }, WORKFLOW, clause, { 'Actions.Call.A': value }).catch(() => undefined);
}
