import { customer } from '../../../support/demo.js';
import { ServiceProcess, START_MS } from '../../../support/service-process.js';
import { type Answer, assignments, type Caller, type Row, TestApp, where } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';

const insert = (EntityName: string, fields: Row, more: Row = {}): Row => {
  return { Operation: 'Insert', EntityName, Fields: assignments(fields), ...more };
};

// Requirement: R88, R90
describe('a keyed batch whose steps commit one by one', () => {
  let app: TestApp;
  let other: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
    other = await app.startAnother();
  });
  afterAll(async () => {
    await ServiceProcess.killAll();
    await other.stop();
    await app.stop();
  });

  const run = (on: Caller, key: string, Steps: readonly Row[]): Promise<Answer> =>
    on.send('POST', '/records/batch', { Mode: 'Independent', Steps }, { 'Idempotency-Key': key });
  const notes = async (Subject: string): Promise<readonly Row[]> =>
    (await app.as('ada.admin').select('Note', { WhereClause: where('Subject', 'EqualTo', Subject) })).body.Result;
  const codes = ({ body }: Answer): readonly unknown[] => body.Result.map(({ StatusCode }: Row) => StatusCode);

  it(
    'resumes after a crash: decided steps stand and their records can be referenced',
    async () => {
      const nina = app.as('nina.north');
      const [fresh, taken] = [customer(), customer()];
      await nina.insert('Customer', taken);
      const steps = [
        insert('Customer', fresh, { Ref: 'made' }),
        insert('Customer', taken),
        insert('Note', { Subject: 'SLOW:1500' }),
        insert('Note', { Subject: 'after', CustomerId: '$made.Id' }),
      ];
      const node = await ServiceProcess.start(app.databaseUrl);
      const lost = run(await node.as('nina.north'), 'crash', steps).catch(() => 'lost');
      const refusals = 'SELECT FROM platform.batch_step WHERE errors IS NOT NULL';
      await until('the second step is refused', async () => (await app.query(refusals)).length > 0);
      await node.kill();
      expect(await lost).toBe('lost');
      await app.as('ada.admin').delete('Customer', where('TaxId', 'EqualTo', taken.TaxId));

      const another = await run(nina, 'crash', steps.slice(1));
      expect([another.status, another.body.ErrorDetails[0].Code]).toEqual([409, 'IdempotencyMismatch']);
      const answer = await run(nina, 'crash', steps);
      expect([answer.status, codes(answer)]).toEqual([200, ['200', '409', '200', '200']]);
      const made = await nina.select('Customer', { WhereClause: where('TaxId', 'EqualTo', fresh.TaxId) });
      expect(made.body.Result).toEqual([answer.body.Result[0].Result]);
      expect(await notes('SLOW:1500')).toHaveLength(1);
      expect(await notes('after')).toMatchObject([{ CustomerId: made.body.Result[0].Id }]);
      expect((await run(nina, 'crash', steps)).body.Result).toEqual(answer.body.Result);
    },
    START_MS,
  );

  it('runs each step once when several nodes receive it at the same time', async () => {
    const subjects = ['SLOW:151', 'SLOW:152', 'SLOW:153'];
    const steps = subjects.map((Subject) => insert('Note', { Subject }));
    const answers = await Promise.all(
      [app, other, app, other].map((node) => run(node.as('nina.north'), 'twins', steps)),
    );
    for (const { status, body } of answers) {
      expect([status, body.CorrelationId, body.Result]).toEqual([
        200,
        answers[0].body.CorrelationId,
        answers[0].body.Result,
      ]);
    }
    for (const Subject of subjects) expect(await notes(Subject)).toHaveLength(1);
  });
});
