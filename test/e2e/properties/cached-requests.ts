import { CONTACT, customer, ORDER, TEAM, USER } from '../../support/demo.js';
import { HubListener } from '../../support/hub-client.js';
import { PostgresProxy } from '../../support/postgres-proxy.js';
import { type Answer, assignments, byId, type TestApp } from '../../support/test-app.js';

/** Administrator's writes whose statements no example of the documentation needs. */
export async function rareWrites(app: TestApp): Promise<void> {
  const ada = app.as('ada.admin');
  const [hooked] = (await ada.select('Entity', { WhereClause: named('Note', 'EntityName') })).body.Result;
  await ada.insert('Hook', {
    EntityId: hooked.Id,
    Name: 'Kept',
    Events: ['BeforeDelete'],
    RejectWhen: named('kept', 'Subject'),
    Message: 'This note is kept.',
  });
  await ada.update('Order', { OwnerId: USER.sara }, byId(ORDER.o1));
  await ada.update('User', { PrimaryTeamId: TEAM.salesSouth }, byId(USER.nina));
  await ada.delete('Contact', byId(CONTACT.anna));
  const CustomerContacts = [{ FirstName: 'A', LastName: 'B' }];
  const parent = await ada.inserted('Customer', customer({ CustomerContacts, CustomerNotes: [{ Subject: 'x' }] }));
  await ada.delete('Customer', byId(parent));
  await ada.restore('Customer', byId(parent));
  const Definition = 'CREATE FUNCTION "One"() RETURNS bigint LANGUAGE sql AS $$ SELECT 1::bigint $$';
  await ada.inserted('DatabaseObject', { ObjectName: 'One', ObjectType: 2, ReturnType: 'Int', Definition });
}

/** Explanations of each operation on a record, and writes that answer it whole. */
export async function shownRecords(app: TestApp, users: readonly string[]): Promise<void> {
  const [{ RecordInformationId }] = (await app.as('ada.admin').select('Order', { WhereClause: byId(ORDER.o1) })).body
    .Result;
  const representation = { Prefer: 'return=representation' };
  for (const user of users) {
    for (const operation of ['Read', 'Update', 'Delete', 'Move'])
      await app.as(user).get(`/access/explain?entityName=Order&operation=${operation}&recordId=${RecordInformationId}`);
    await app.as(user).update('Order', { Notes: 'x' }, byId(ORDER.o1), { DryRun: true }, representation);
  }
}

/** Queries with an estimated count of many rows. */
export async function estimates(app: TestApp, users: readonly string[]): Promise<void> {
  const Values = Array.from({ length: 1_100 }, () => ['many']);
  await app.as('ada.admin').send('POST', '/records/bulk-insert', { EntityName: 'Note', Fields: ['Subject'], Values });
  for (const user of users)
    for (const WhereClause of [undefined, named('many', 'Subject')])
      await app.as(user).select('Note', { WhereClause, Pager: { PageSize: 1, Count: 'Estimated' } });
}

/** Writes with a key: single ones and batches whose steps commit one by one. */
export async function keyedWrites(app: TestApp, users: readonly string[]): Promise<void> {
  const note = { Operation: 'Insert', EntityName: 'Note', Fields: assignments({ Subject: 'x' }) };
  for (const user of users) {
    const headers = { 'Idempotency-Key': user };
    await app.as(user).insert('Note', { Subject: 'x' }, headers);
    await app.as(user).send('POST', '/records/batch', { Mode: 'Independent', Steps: [note, note] }, headers);
  }
}

/** A notification that a hub client receives. */
export async function notification(app: TestApp): Promise<void> {
  const listener = await HubListener.served(app, 'nina.north', { message: 'Notification' });
  await app.as('ada.admin').insert('Notification', { Message: 'x', OwnerId: USER.nina });
  await listener.next();
  await listener.stop();
}

/** Inserts whose committed reply is lost on its way from the database, so that the record is read again. */
export async function lostReplies(app: TestApp, users: readonly string[]): Promise<readonly number[]> {
  const proxy = await PostgresProxy.start(app.databaseUrl);
  const node = await app.startAnother({}, proxy.url);
  const statuses: number[] = [];
  for (const user of users) {
    const { status } = await withLostReply(proxy, () => node.as(user).insert('Customer', customer()));
    statuses.push(status);
  }
  await node.stop();
  await proxy.stop();
  return statuses;
}

/** Makes a write through the proxy, which loses the reply to the committed statement. */
export async function withLostReply(proxy: PostgresProxy, write: () => Promise<Answer>): Promise<Answer> {
  let writing: number | undefined;
  let isLost = false;
  proxy.judge = ({ from, type, text, connection }) => {
    if (from === 'client' && text.includes('INTO platform.operation')) writing ??= connection;
    if (isLost || connection !== writing || from !== 'server' || type !== 'C') return undefined;
    isLost = true;
    return 0;
  };
  const answer = await write();
  proxy.judge = () => undefined;
  return answer;
}

const named = (Value: string, FieldName: string): object => ({ Filters: [{ FieldName, Operator: 'EqualTo', Value }] });
