import { putUnderApproval } from '../../../support/under-approval.js';
import { TestApp, where } from '../../../support/test-app.js';
import { newOrder, STATUS } from '../../lifecycle/moves/statuses.js';
import { StepRig, StepRigModule } from './step-rig.js';

let app: TestApp;
let rig: StepRig;
beforeAll(async () => {
  app = await TestApp.start({}, [StepRigModule]);
  rig = StepRig.latest;
});
afterAll(() => app.stop());

const NINA = { user: 'nina.north' } as const;
const AS_NINA = { ...NINA, runAs: 'Caller' } as const;
const change = (RecordId: unknown, ToStatus: unknown, more: object = {}): Readonly<Record<string, unknown>> => ({
  Type: 'ChangeStatus',
  EntityName: 'Order',
  RecordId,
  ToStatus,
  ...more,
});
const history = async (RecordId: string): Promise<readonly Readonly<Record<string, unknown>>[]> =>
  (await app.as('ada.admin').select('StatusHistory', { WhereClause: where('RecordId', 'EqualTo', RecordId) })).body
    .Result;

// Requirement: R191, R72
it('moves a record by the name of a status, and the history has the comment', async () => {
  const { id, recordId } = await newOrder(app);
  const output = JSON.parse(await rig.perform(AS_NINA, change(recordId, 'submitted', { Comment: 'By a step' })));
  expect(output).toMatchObject({ RecordId: recordId, StatusId: STATUS.submitted, StatusName: 'Submitted' });
  expect(await history(recordId)).toContainEqual(expect.objectContaining({ Comment: 'By a step' }));
  const rows = await app.query('SELECT source FROM platform.change WHERE record_id = $1 AND operation = $2', [
    id,
    'Update',
  ]);
  expect(rows).toEqual([{ source: 'Workflow' }]);
});

// Requirement: R191, T50
it('skips roles with system rights, but no validators', async () => {
  const { recordId } = await newOrder(app);
  await rig.perform(AS_NINA, change(recordId, 'Submitted'));
  await expect(rig.perform(AS_NINA, change(recordId, STATUS.confirmed))).rejects.toMatchObject({
    code: 'TransitionNotAllowed',
  });
  const empty = await newOrder(app, {}, 0);
  await expect(rig.perform(NINA, change(empty.recordId, 'Submitted'))).rejects.toMatchObject({
    code: 'ValidatorFailed',
  });
});

// Requirement: R191
it('fails where the record stands in the status already', async () => {
  const { recordId } = await newOrder(app);
  await expect(rig.perform(NINA, change(recordId, 'Draft'))).rejects.toMatchObject({ code: 'TransitionNotAllowed' });
});

// Requirement: R191, T33
it('fails on a locked record', async () => {
  const { id, recordId } = await newOrder(app);
  await putUnderApproval(app, { entity: 'Order', id });
  await expect(rig.perform(NINA, change(recordId, 'Submitted'))).rejects.toMatchObject({ kind: 'locked' });
});

// Requirement: R191
it.each([
  ['an empty token', null, 'Submitted', 'Validation'],
  ['SQL', `' OR 1=1`, 'Submitted', 'Validation'],
  ['an unknown record', '00000000-0000-4000-8000-000000000000', 'Submitted', 'NotFound'],
  ['an unknown status', '00000000-0000-4000-8000-000000000000', 'Nope', 'Validation'],
])('refuses %s', async (_, record, status, code) => {
  await expect(rig.perform(NINA, change(record, status))).rejects.toMatchObject({ code });
});
