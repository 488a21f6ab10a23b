import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format } from 'prettier';
import { ACTION_TYPES } from '#core/catalogue/workflow.js';
import { ORDER } from '../../../support/demo.js';
import { blocksOf, withBlocks } from '../../../support/page-blocks.js';
import { Placeholders } from '../../../support/placeholders.js';
import { byId, type Row, TestApp, where } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';
import { MailServer } from '../../../unit/platform/outbound/mail/mail-server.js';
import { Receiver } from '../../../unit/platform/outbound/receiver.js';

const PAGE = 'docs/workflows.md';
const ENVIRONMENT = 'ecd797ca-34ba-4cc5-9b09-5e5f9c2d7031';

const blocks = blocksOf(readFileSync(PAGE, 'utf8'));
const known = new Placeholders();
const renewed = new Map<number, string>();

let app: TestApp;
let receiver: Receiver;
let mails: MailServer;
let folder: string;
beforeAll(async () => {
  receiver = await Receiver.start();
  receiver.respond = (_request, response) =>
    void response.setHeader('Content-Type', 'application/json').end('{"Parcel": "P-7"}');
  mails = new MailServer();
  const mailHost = await mails.start();
  folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  writeFileSync(
    join(folder, 'secrets.json'),
    JSON.stringify({ [ENVIRONMENT]: { Carrier: 'a secret of the carrier' } }),
  );
  app = await TestApp.start({
    ROLES: 'api,worker',
    HTTP_ALLOWED_HOSTS: `127.0.0.1:${receiver.port}`,
    HTTP_PRIVATE_HOSTS: '127.0.0.1',
    SECRETS_FILE: join(folder, 'secrets.json'),
    SMTP_URL: `smtp://${mailHost}`,
    MAIL_FROM: 'Orders <orders@example.com>',
  });
});
afterAll(async () => {
  await app.stop();
  await Promise.all([receiver.stop(), mails.stop()]);
  rmSync(folder, { recursive: true });
  // Read again: another test renews the requests of this page.
  if (process.env.DOCS === 'update') writeFileSync(PAGE, withBlocks(readFileSync(PAGE, 'utf8'), renewed));
});

/** The example of a type, and the output that the page shows. */
function exampleOf(type: string): { readonly actions: string; readonly output: { text: string; index: number } } {
  const [example, output] = blocks.filter(({ heading }) => heading === type);
  const actions = example.text.replace('https://carrier.example', `http://127.0.0.1:${receiver.port}`);
  expect(output.info).toBe('json output');
  return { actions, output };
}

/** Executes actions for the order, after an edit of it. @returns the last step */
async function lastStep(type: string, Actions: readonly Row[]): Promise<Row> {
  const [ada, nina] = [app.as('ada.admin'), app.as('nina.north')];
  const workflow = { Name: `Try${type}`, EntityName: 'Order', Type: 'Triggered', Actions };
  const WorkflowIds = [await ada.inserted('Workflow', workflow)];
  const FieldChanges = [{ FieldName: 'Notes', To: type }];
  const on = { EntityName: 'Order', TriggerType: 'EventBased', TriggerEvent: 'Edited', FieldChanges };
  const TriggerId = await ada.inserted('Trigger', { Name: `On${type}`, ...on, WorkflowIds });
  expect((await nina.update('Order', { Notes: type }, byId(ORDER.o1))).body.Errors).toEqual([]);
  const runs = async (): Promise<readonly Row[]> =>
    (await ada.select('WorkflowRun', { WhereClause: where('TriggerId', 'EqualTo', TriggerId) })).body.Result;
  await until(`the run of ${type} has ended`, async () => (await runs()).some(({ State }) => State !== 'Running'));
  const [run] = await runs();
  expect(run).toMatchObject({ State: 'Completed', Error: null });
  const steps = await ada.select('WorkflowStep', {
    WhereClause: {
      Filters: [
        { FieldName: 'RunId', Operator: 'EqualTo', Value: run.Id },
        { FieldName: 'Name', Operator: 'EqualTo', Value: Actions.at(-1)!.Name },
      ],
    },
  });
  return (steps.body.Result as readonly Row[]).find((step) => step.Type === type)!;
}

// Requirement: R191
// See docs/workflows.md#actions
it.each(ACTION_TYPES)('docs/workflows.md shows the output of %s', async (type) => {
  const { actions, output } = exampleOf(type);
  const parsed = JSON.parse(actions) as Row | Row[];
  const step = await lastStep(type, [parsed].flat());
  expect(step).toMatchObject({ State: 'Completed', Error: null });
  const shown = JSON.stringify(known.show(step.Output, type));
  const text = await format(shown, { parser: 'json', printWidth: 120 });
  renewed.set(output.index, text);
  if (process.env.DOCS !== 'update') expect(text).toBe(output.text);
});

it('sends what the examples of SendEmail and HttpCall say', () => {
  expect(mails.mails.map(({ to }) => to)).toEqual([[expect.stringContaining('@')]]);
  expect(mails.mails[0].data).toContain('Total: ');
  expect(receiver.received).toMatchObject([{ method: 'POST', body: expect.stringMatching(/^\{"total":/) }]);
  expect(receiver.received[0].headers.authorization).toBe('Bearer a secret of the carrier');
});
