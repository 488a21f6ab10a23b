import { longestTurn } from '../../../support/longest-turn.js';
import { ServiceProcess, START_MS } from '../../../support/service-process.js';
import { type Answer, TestApp } from '../../../support/test-app.js';

const MB = 1024 * 1024;

describe('texts with tokens', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());
  afterEach(() => ServiceProcess.killAll());

  const workflow = (Name: string, Actions: readonly object[]): Promise<Answer> =>
    app.as('ada.admin').insert('Workflow', {
      Name,
      Type: 'Manual',
      RunAs: 'Caller',
      IsActive: true,
      Tokens: [{ Name: 'T', Type: 'Text' }],
      Actions,
    });
  const file = (Text: string): object => ({ Name: 'F', Type: 'GenerateFile', Format: 'Text', FileName: 'f.txt', Text });
  const notify = (Message: string): object => ({ Name: 'N', Type: 'SendNotification', ToUser: 'ada.admin', Message });

  it(
    'are refused beyond their limits before they are joined, in bounded memory',
    async () => {
      const made = [
        await workflow('File', [file('{{T}}'.repeat(120))]),
        await workflow('Message', [notify('{{T}}'.repeat(120))]),
      ];
      const ids = made.map(({ body }) => body.Result.Id as string);
      const node = await ServiceProcess.start(app.databaseUrl, { ROLES: 'api,worker', WAIT_WINDOW_MS: '30000' });
      const ada = await node.as('ada.admin');
      const execute = (id: string, length: number): Promise<Answer> =>
        ada.send('POST', `/workflows/execute/${id}`, { Reqtokens: { T: 'x'.repeat(length) } });
      const small = await execute(ids[0], 1_000);
      expect([small.status, small.body.Result.State]).toEqual([200, 'Completed']);
      const sizes = await app.query('SELECT size::int FROM platform.run_file');
      expect(sizes).toEqual([{ size: 120_000 }]);
      await execute(ids[0], 4_900_000);
      const before = node.residentBytes;
      const answers = await Promise.all([...ids, ...ids].map((id) => execute(id, 4_900_000)));
      // A busy machine may have no capacity for all of them.
      expect(answers.filter(({ status }) => status !== 413 && status !== 503)).toEqual([]);
      expect(answers.map(({ body }) => body.ErrorDetails[0].Code)).toContain('TooLarge');
      // The bodies of the requests themselves are held several times.
      expect(node.residentBytes - before).toBeLessThan(250 * MB);
    },
    START_MS * 3,
  );

  it.each([
    ['one text', () => [notify('{{Tokn}}'.repeat(500_000))], 1],
    [
      'many texts',
      () => Array.from({ length: 200 }, (_, i) => ({ ...notify('{{Tokn}} '.repeat(100)), Name: `N${i}` })),
      100,
    ],
  ])('name some of their unknown tokens: %s', async (_, actions, most) => {
    let answer: Answer | undefined;
    const given = actions();
    const refuse = async (): Promise<void> => void (answer = await workflow('Faulty', given));
    expect((await longestTurn(refuse)).longestMs).toBeLessThan(500);
    expect(answer!.status).toBe(400);
    expect(answer!.body.ErrorDetails.length).toBeLessThanOrEqual(most);
    expect(answer!.body.ErrorDetails[0].Message).toMatch(/at most 1000 tokens|There is no token 'Tokn'/);
  });
});
