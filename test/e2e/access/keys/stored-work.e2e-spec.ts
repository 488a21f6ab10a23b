import { randomUUID } from 'node:crypto';
import { customer, PRODUCT, USER } from '../../../support/demo.js';
import { type Key, keyOf, told } from '../../../support/keys.js';
import { assignments, byId, type Caller, type Row, TestApp, where } from '../../../support/test-app.js';
import { ENQUEUES_ONLY } from '../../../support/test-config.js';
import { until } from '../../../support/until.js';

const NOTES = { Entities: ['Note'] };

describe('what a key has left to be done later', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start({ ...ENQUEUES_ONLY, WRITE_LEASE_MS: '1000' })));
  afterAll(() => app.stop());

  const ada = (): Caller => app.as('ada.admin');

  /** Stores an insert as a node leaves it that has ended. @returns its outcome */
  async function left(key: Key | undefined, EntityName: string, fields: Row): Promise<Row> {
    const id = randomUUID();
    const body = JSON.stringify({ EntityName, Fields: assignments(fields) });
    await app.query(
      `INSERT INTO platform.command (id, tenant_id, app_id, environment_id, user_id, route, operation, entity, body,
         preferences, node, submitted_on, lease_until)
       SELECT $1, t.id, a.id, e.id, $2, 'insert', 'Insert', $3, $4, $5, gen_random_uuid(), now(), now()
       FROM platform.environment e
       JOIN platform.app a ON a.id = e.app_id
       JOIN platform.tenant t ON t.id = a.tenant_id
       WHERE e.schema_name = $6`,
      [id, USER.nina, EntityName, body, JSON.stringify({ keyId: key?.id }), await app.schema()],
    );
    let outcome: Row | undefined;
    await until('the write has ended', async () => {
      const { body: answer } = await ada().get(`/operations/${id}`);
      outcome = answer.Result;
      return outcome?.Status === 'Completed' || outcome?.Status === 'Failed';
    });
    return outcome!;
  }

  it('is written with the rights of user and key', async () => {
    const key = await keyOf(app, USER.nina, NOTES);
    expect(await left(key, 'Note', { Subject: 'Later' })).toMatchObject({ Status: 'Completed' });
    const fields = customer();
    expect(await left(key, 'Customer', fields)).toMatchObject({ Status: 'Failed', HttpStatus: 403 });
    expect(await left(undefined, 'Customer', fields)).toMatchObject({ Status: 'Completed' });
  });

  it('is not written after the key has ended', async () => {
    const key = await keyOf(app, USER.nina, NOTES);
    await ada().update('ApiKey', { RevokedOn: new Date().toISOString() }, byId(key.id));
    expect(await left(key, 'Note', { Subject: 'Too late' })).toMatchObject({ Status: 'Failed', HttpStatus: 403 });
    const { body } = await ada().select('Note', { WhereClause: where('Subject', 'EqualTo', 'Too late') });
    expect(body.Result).toEqual([]);
  });

  it('is accepted and written while the caller does not wait', async () => {
    const { caller, id } = await keyOf(app, USER.nina, NOTES);
    const accepted = await caller.insert('Note', { Subject: 'Not awaited' }, { Prefer: 'respond-async' });
    const { CorrelationId } = accepted.body;
    await until(
      'the outcome',
      async () => (await caller.get(`/operations/${CorrelationId}`)).body.Result?.Status === 'Completed',
    );
    const { body } = await ada().select('AuditEntry', {
      WhereClause: where('CorrelationId', 'EqualTo', CorrelationId),
    });
    expect(body.Result[0]).toMatchObject({ UserId: USER.nina, Via: { Kind: 'ApiKey', Id: id } });
  });

  it('goes on with the rights of the service, and limits what follows, after the key has ended', async () => {
    const insert = (EntityName: string, fields: Row): Row => ({
      Name: 'Write',
      Type: 'InsertRecord',
      EntityName,
      Fields: assignments(fields),
    });
    const note = [insert('Note', { Subject: 'Followed' })];
    const follow = await ada().inserted('Workflow', { Name: 'F', Type: 'Triggered', RunAs: 'Caller', Actions: note });
    const rename = {
      Name: 'Rename',
      Type: 'UpdateRecords',
      EntityName: 'Product',
      Fields: assignments({ Name: 'Renamed' }),
      WhereClause: byId(PRODUCT.juice),
    };
    const manual = { Name: 'S', Type: 'Manual', RunAs: 'Service', AllowedRoles: ['SalesRep'], Actions: [rename] };
    const service = await ada().inserted('Workflow', manual);
    const TriggerId = await ada().inserted('Trigger', {
      Name: 'Renamed',
      EntityName: 'Product',
      TriggerType: 'EventBased',
      TriggerEvent: 'Edited',
      WorkflowIds: [follow],
    });
    const { caller, id } = await keyOf(app, USER.nina);
    const started = await caller.send('POST', `/workflows/execute/${service}`, {}, { Prefer: 'respond-async' });
    expect(started.status).toBe(202);
    await ada().delete('ApiKey', byId(id));
    const worker = await app.startAnother({ ROLES: 'worker' });
    try {
      const run = async (field: string, value: unknown): Promise<Row | undefined> =>
        (await ada().select('WorkflowRun', { WhereClause: where(field, 'EqualTo', value) })).body.Result[0];
      const ended = async (field: string, value: unknown): Promise<Row> => {
        await until(
          'the run has ended',
          async () => !['Running', undefined].includes((await run(field, value))?.State as string),
        );
        return (await run(field, value))!;
      };
      expect(await ended('Id', started.body.CorrelationId)).toMatchObject({ State: 'Completed' });
      const following = await ended('TriggerId', TriggerId);
      expect(following).toMatchObject({ State: 'Failed', Error: { Faults: [{ Code: 'NotMember' }] } });
    } finally {
      await worker.stop();
    }
  });

  it('is not accepted while a node of an earlier version runs, which knows no keys', async () => {
    const { caller } = await keyOf(app, USER.nina, NOTES);
    expect(told(await caller.get('/me'))).toBe('200');
    const isAdmitted = async (): Promise<boolean> => (await caller.get('/me')).status === 200;
    const node = randomUUID();
    await app.query(`INSERT INTO platform.node (id, origin) VALUES ($1, 'http://127.0.0.1:1')`, [node]);
    await until('the old node is seen', async () => !(await isAdmitted()));
    const refused = await caller.get('/me');
    expect([told(refused), refused.headers.get('retry-after')]).toEqual(['503 Unavailable', '5']);
    expect((await ada().get('/me')).status).toBe(200);
    await app.query(`UPDATE platform.node SET seen_on = now() - interval '36 seconds' WHERE id = $1`, [node]);
    await until('the old node is gone', isAdmitted);
  });
});
