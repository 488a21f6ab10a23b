import { type Answer, type Caller, type Row, TestApp } from '../../../support/test-app.js';
import { PrintingModule } from './printing.js';

export const print = (more: Row = {}): Row => ({
  Name: 'Print',
  Type: 'PrintLabel',
  Input: { Printer: 'North', Copies: 2 },
  ...more,
});

let count = 0;
export const workflow = (Actions: readonly Row[], more: Row = {}): Row => ({
  Name: `Printing ${++count}`,
  Type: 'Manual',
  Tokens: [
    { Name: 'Text', Type: 'Text' },
    { Name: 'Weight', Type: 'Decimal' },
  ],
  Actions,
  ...more,
});

/** Starts a node with the actions. @param url of the database of another node */
export function startPrinting(settings: Readonly<Record<string, string>> = {}, url?: string): Promise<TestApp> {
  const given = { ROLES: 'api,worker', RUN_LEASE_MS: '3000', ...settings };
  return url === undefined ? TestApp.start(given, [PrintingModule]) : TestApp.on(url, given, [PrintingModule]);
}

/** Executes a new workflow of these actions. */
export async function execute(caller: Caller, Actions: readonly Row[], tokens: Row = {}): Promise<Answer> {
  const id = await caller.inserted('Workflow', workflow(Actions));
  return caller.send('POST', `/workflows/execute/${id}`, { Reqtokens: tokens });
}

export const faultOf = ({ body }: Answer): string => body.ErrorDetails[0].Message as string;
