import { setTimeout as sleep } from 'node:timers/promises';
import { CUSTOMER } from '../../../support/demo.js';
import { outcomeOf } from '../../../support/outcome-of.js';
import { ServiceProcess, START_MS } from '../../../support/service-process.js';
import { byId, type Caller, type Row, TestApp, where } from '../../../support/test-app.js';

const LEASE = { WRITE_LEASE_MS: '1500', WAIT_WINDOW_MS: '300' };
const ASYNC = { Prefer: 'respond-async' };

describe('a write that answered 202', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start(LEASE)));
  afterAll(() => app.stop());
  afterEach(() => ServiceProcess.killAll());

  const start = (settings: Readonly<Record<string, string>> = LEASE): Promise<ServiceProcess> =>
    ServiceProcess.start(app.databaseUrl, settings);
  const notes = async (Subject: string): Promise<readonly { readonly Id: string; readonly CreatedBy: string }[]> =>
    (await app.as('ada.admin').select('Note', { WhereClause: where('Subject', 'EqualTo', Subject) })).body.Result;

  // Requirement: P1, P3, F1
  it.each([
    ['that was running', 1_201, {}],
    ['that was asked for', 1_202, ASYNC],
  ])(
    '%s is done by another node when its own is killed',
    async (_, ms, headers) => {
      const killed = await start();
      const Subject = `SLOW:${ms}`;
      const answer = await (
        await killed.as('nina.north')
      ).insert('Note', { Subject, Body: 'ä "\u2028 \\ 1e400' }, headers);
      await killed.kill();
      expect(answer.status).toBe(202);
      const outcome = await outcomeOf(app.as('nina.north'), answer);
      expect(outcome).toMatchObject({ Status: 'Completed', HttpStatus: 200 });
      expect(outcome.Result).toMatchObject({ Id: answer.body.Result.Id, Body: 'ä "\u2028 \\ 1e400' });
      expect((await notes(Subject)).map(({ Id }) => Id)).toEqual([answer.body.Result.Id]);
    },
    START_MS,
  );

  const ada = () => app.as('ada.admin');
  const contact = { FirstName: 'A', LastName: 'B', CustomerId: CUSTOMER.bistro };
  it.each([
    ['an insert', (on: Caller) => on.insert('Contact', contact), ({ Id }: Row) => ada().row('Contact', Id)],
    [
      'an insert that answers an Id',
      (on: Caller) => on.insert('Contact', contact, { Prefer: 'return=id' }),
      ({ Id }: Row) => Id,
    ],
    [
      'an update',
      (on: Caller) => on.update('Customer', { Name: 'Bistro Rot' }, byId(CUSTOMER.bistro)),
      async () => [{ Id: CUSTOMER.bistro, RowVersion: (await ada().row('Customer', CUSTOMER.bistro)).RowVersion }],
    ],
  ])(
    'stores the whole answer with its commit, so that it survives a kill right after: %s',
    async (_, write, expected) => {
      const killed = await start();
      const caller = await killed.as('ada.admin');
      const blocker = await app.connect();
      await blocker.query('BEGIN');
      await blocker.query(`SELECT FROM ${await app.schema()}."Customer" WHERE "Id" = $1 FOR UPDATE`, [CUSTOMER.bistro]);
      const answer = await write(caller);
      expect(answer.status).toBe(202);
      killed.signal('SIGSTOP');
      await blocker.query('COMMIT');
      blocker.release();
      const { CorrelationId, Result } = answer.body;
      while ((await app.query('SELECT FROM platform.operation WHERE id = $1', [CorrelationId])).length === 0)
        await sleep(20);
      await killed.kill();
      const outcome = await outcomeOf(ada(), answer);
      expect([outcome.Status, outcome.Result]).toEqual(['Completed', await expected(Result ?? {})]);
    },
    START_MS,
  );

  // Requirement: F9
  it(
    'is done once when its node is suspended and continues later',
    async () => {
      const paused = await start();
      const Subject = 'SLOW:1203';
      // The answer does not contain the Ids of a batch's records, so that nothing but the fence stops a second run.
      const step = { Operation: 'Insert', EntityName: 'Note', Fields: [{ FieldName: 'Subject', Value: Subject }] };
      const nina = await paused.as('nina.north');
      const answer = await nina.send('POST', '/records/batch', { Steps: [step] }, ASYNC);
      expect(answer.status).toBe(202);
      await sleep(300);
      paused.signal('SIGSTOP');
      const outcome = await outcomeOf(app.as('nina.north'), answer);
      paused.signal('SIGCONT');
      await sleep(2_000);
      expect(outcome.Status).toBe('Completed');
      expect(await outcomeOf(app.as('nina.north'), answer)).toEqual(outcome);
      expect((await notes(Subject)).map(({ Id }) => Id)).toEqual([outcome.Result[0].Result.Id]);
    },
    START_MS,
  );

  // Requirement: P11, F19
  it(
    'is finished before a stopping node ends',
    async () => {
      const stopped = await start({ ...LEASE, WRITE_LEASE_MS: '60000', WRITE_QUEUE_WORKERS: '1' });
      const nina = await stopped.as('nina.north');
      const answers = [await nina.insert('Note', { Subject: 'SLOW:701' }, ASYNC)];
      answers.push(await nina.insert('Note', { Subject: 'SLOW:702' }, ASYNC));
      await stopped.stop();
      for (const { body } of answers) {
        const outcome = await app.as('nina.north').get(`/operations/${body.CorrelationId}`);
        expect(outcome.body.Result.Status).toBe('Completed');
      }
    },
    START_MS,
  );

  it(
    'runs with the rights that its caller has when it runs',
    async () => {
      const killed = await start();
      const answer = await (await killed.as('nils.north')).insert('Note', { Subject: 'SLOW:1204' }, ASYNC);
      await killed.kill();
      const nils = where('UserName', 'EqualTo', 'nils.north');
      // A slow disk may take longer than the default wait window.
      const updated = await ada().update('User', { IsActive: false }, nils, undefined, { Prefer: 'wait=30' });
      expect(updated.status).toBe(200);
      const outcome = await outcomeOf(ada(), answer);
      expect(outcome).toMatchObject({ Status: 'Failed', HttpStatus: 403, ErrorDetails: [{ Code: 'NotMember' }] });
      expect(await notes('SLOW:1204')).toEqual([]);
      await ada().update('User', { IsActive: true }, nils);
    },
    START_MS,
  );
});
