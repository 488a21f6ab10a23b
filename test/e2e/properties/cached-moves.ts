import { PostgresProxy } from '../../support/postgres-proxy.js';
import { byId, type Row, type TestApp, where } from '../../support/test-app.js';
import { USER } from '../../support/demo.js';
import { ApprovalCalls } from '../approvals/approval-calls.js';
import { available, move, newOrder, RECORD, STATUS } from '../status/statuses.js';
import { withLostReply } from './cached-requests.js';

/** Approvals from their start to every end. */
export async function approvals(app: TestApp, users: readonly string[]): Promise<void> {
  const calls = new ApprovalCalls(app);
  const [approved, rejected, returned, passedOn] = await Promise.all(
    ['54000.00', '10800.00', '10900.00', '11000.00'].map((total) => calls.order(total)),
  );
  await calls.decide('mona.manager', approved.requestId, 'Approve');
  await calls.decide('frank.finance', approved.requestId, 'Approve');
  await calls.decide('mona.manager', rejected.requestId, 'Reject');
  await calls.decide('mona.manager', returned.requestId, 'Return', { Comment: 'Why?' });
  await calls.decide('mona.manager', passedOn.requestId, 'Delegate', { DelegateToUserId: USER.frank });
  const [task] = await calls.tasks(passedOn.requestId);
  await app.as('ada.admin').update('ApprovalTask', { AssigneeId: USER.mona }, byId(task.Id));
  await calls.decide('nina.north', passedOn.requestId, 'Recall');
  await calls.submittedNote();
  await calls.order('10700.00');
  const ada = app.as('ada.admin');
  const { body } = await ada.select('UserRole', { WhereClause: where('UserId', 'EqualTo', USER.mona) });
  for (const { Id, UserId, RoleId } of body.Result as readonly Row[]) {
    await ada.delete('UserRole', byId(Id));
    await ada.inserted('UserRole', { UserId, RoleId });
  }
  for (const user of users)
    for (const query of ['', '?entityName=Order', '?entityName=CreditNote', '?unassigned=true'])
      await app.as(user).get(`/approvals/inbox${query}`);
}

/** Moves of one record and of many, by users of several roles. */
export async function moves(app: TestApp, users: readonly string[]): Promise<void> {
  for (const user of users) {
    const { recordId } = await newOrder(app);
    const as = app.as(user);
    for (const record of [recordId, RECORD.i4]) await available(as, record, { includeBlocked: 'true' });
    await available(as, RECORD.i4, { entityName: 'Order' });
    await move(as, recordId, STATUS.submitted);
    await move(as, recordId, STATUS.cancelled, { body: { Fields: [{ FieldName: 'Notes', Value: 'x' }] } });
    const { recordId: other } = await newOrder(app);
    await as.send('POST', '/status/bulk-update', { RecordIds: [other, RECORD.o2], NextStatusId: STATUS.submitted });
  }
}

/** A move of one statement whose committed reply is lost, so that it is read again. @returns its status */
export async function moveWithLostReply(app: TestApp): Promise<number> {
  const ada = app.as('ada.admin');
  await ada.inserted('Entity', { EntityName: 'Errand', Field: [{ FieldName: 'Name', FieldType: 'Text' }] });
  const Statuses = [
    { Name: 'Open', IsInitial: true },
    { Name: 'Done', IsFinal: true },
  ];
  const Transitions = [{ Name: 'Finish', FromStatus: 'Open', ToStatus: 'Done' }];
  const blueprint = { Name: 'Errands', EntityName: 'Errand', Statuses, Transitions };
  const [, done] = (await ada.send('POST', '/blueprints', blueprint)).body.Result.Statuses as readonly Row[];
  const { RecordInformationId } = (await ada.insert('Errand', { Name: 'x' })).body.Result;
  const proxy = await PostgresProxy.start(app.databaseUrl);
  const node = await app.startAnother({}, proxy.url);
  const finish = () => move(node.as('ada.admin'), RecordInformationId, done.Id as string);
  const { status } = await withLostReply(proxy, finish);
  await node.stop();
  await proxy.stop();
  return status;
}
