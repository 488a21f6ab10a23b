import { setTimeout as sleep } from 'node:timers/promises';
import { outcomeOf } from '../../support/outcome-of.js';
import { ServiceProcess } from '../../support/service-process.js';
import { type Answer, TestApp, where } from '../../support/test-app.js';

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
    (await app.as('ada.admin').select('Note', { WhereClause: where('Subject', 3, Subject) })).body.Result;

  it.each([
    ['that was running', 1_201, {}],
    ['that was asked for', 1_202, ASYNC],
  ])('%s is done by another node when its own is killed (P1, P3, F1)', async (_, ms, headers) => {
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
  });

  it('is done once when its node only stood still and goes on later (F9)', async () => {
    const paused = await start();
    const Subject = 'SLOW:1203';
    // The Ids of a batch's records are not told, so that nothing but the fence stops a second run.
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
  });

  it('is finished before a node ends that was asked to (P11, F19)', async () => {
    const stopped = await start({ ...LEASE, WRITE_LEASE_MS: '60000', WRITE_QUEUE_WORKERS: '1' });
    const nina = await stopped.as('nina.north');
    const answers = [await nina.insert('Note', { Subject: 'SLOW:701' }, ASYNC)];
    answers.push(await nina.insert('Note', { Subject: 'SLOW:702' }, ASYNC));
    await stopped.stop();
    for (const { body } of answers) {
      const outcome = await app.as('nina.north').get(`/operations/${body.CorrelationId}`);
      expect(outcome.body.Result.Status).toBe('Completed');
    }
  });

  it('runs with the rights that its caller has then', async () => {
    const killed = await start();
    const answer = await (await killed.as('nils.north')).insert('Note', { Subject: 'SLOW:1204' }, ASYNC);
    await killed.kill();
    const ada = app.as('ada.admin');
    const nils = where('UserName', 3, 'nils.north');
    expect((await ada.update('User', { IsActive: false }, nils)).status).toBe(200);
    const outcome = await outcomeOf(ada, answer);
    expect(outcome).toMatchObject({ Status: 'Failed', HttpStatus: 403, ErrorDetails: [{ Code: 'NotMember' }] });
    expect(await notes('SLOW:1204')).toEqual([]);
    await ada.update('User', { IsActive: true }, nils);
  });

  it('is never lost and never done twice, however often nodes are killed; keyed repetitions find it (P1, P3)', async () => {
    const ledger = new Map<string, Answer>();
    for (let round = 0; round < 3; round++) {
      const killed = await start();
      const nina = await killed.as('nina.north');
      const over = new AbortController();
      const client = async (name: string): Promise<void> => {
        for (let i = 0; !over.signal.aborted; i++) {
          const Subject = `kill ${round} ${name} ${i}`;
          const headers = { 'Idempotency-Key': Subject, ...(i % 2 === 0 && ASYNC) };
          const answer = await nina.insert('Note', { Subject }, headers).catch(() => undefined);
          if (answer && answer.status < 300) ledger.set(Subject, answer);
        }
      };
      const clients = ['a', 'b', 'c', 'd', 'e', 'f'].map(client);
      await sleep(300 + 150 * round);
      await killed.kill();
      over.abort();
      await Promise.all(clients);
    }
    expect(ledger.size).toBeGreaterThan(0);
    const nina = app.as('nina.north');
    for (const [Subject, answer] of ledger) {
      const outcome = await outcomeOf(nina, answer);
      expect([Subject, outcome.Status, outcome.Result.Id]).toEqual([Subject, 'Completed', answer.body.Result.Id]);
      const again = await nina.insert('Note', { Subject }, { 'Idempotency-Key': Subject });
      expect([again.status, again.body.CorrelationId]).toEqual([200, answer.body.CorrelationId]);
    }
    const twice = await nina.select('Note', {
      GroupBy: ['Subject'],
      Aggregates: [{ Function: 'Count', Alias: 'Times' }],
      WhereClause: where('Subject', 13, 'kill '),
      Having: where('Times', 1, 1),
    });
    expect(twice.body.Result).toEqual([]);
  });
});
