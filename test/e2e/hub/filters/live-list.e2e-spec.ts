import * as signalR from '@microsoft/signalr';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { breakableSockets } from '../../../support/breakable-sockets.js';
import { customer, USER } from '../../../support/demo.js';
import { clause } from '../../../support/filtered-client.js';
import { byId, type Caller, TestApp } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';

interface LiveList {
  start(): Promise<void>;
  stop(): Promise<void>;
}
type Rows = ReadonlyMap<string, Record<string, unknown>>;

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await TestApp.start();
  ada = app.as('ada.admin');
});
afterAll(() => app?.stop());

const QUERY = {
  EntityName: 'Customer',
  WhereClause: clause('CreditLimit', 'Between', [100, 200]),
  SelectedFields: ['Name', 'CreditLimit'],
};

/** Changes of records in all directions: of the clause, of the scope, deleted, restored, many at once. */
async function write(): Promise<void> {
  const ids = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      ada.inserted('Customer', customer({ OwnerId: USER.nina, CreditLimit: n * 40 })),
    ),
  );
  const some = (step: number) => byId(ids.filter((_, n) => n % step === 0));
  await Promise.all([
    ada.update('Customer', { CreditLimit: 150 }, some(2)),
    ada.update('Customer', { Name: 'Changed' }, some(3)),
    ada.update('Customer', { OwnerId: USER.sara }, some(4)),
    ada.update('Customer', { CreditLimit: 500 }, some(5)),
    ada.delete('Customer', some(7)),
  ]);
  await ada.restore('Customer', some(7));
  await ada.update('Customer', { OwnerId: USER.nina, Name: 'Back' }, some(8));
}

it('of the sample has the rows of its query after any changes, also after a lost connection', async () => {
  const sample = async (name: string): Promise<unknown> => import(pathToFileURL(`samples/client/${name}.js`).href);
  const { LiveList } = (await sample('live-list')) as { LiveList: new (...args: readonly unknown[]) => LiveList };
  const { Service } = (await sample('service')) as { Service: new (...args: readonly unknown[]) => object };
  const { sockets, http } = breakableSockets();
  class HubConnectionBuilder extends signalR.HubConnectionBuilder {
    override withUrl(url: string, options?: unknown): signalR.HubConnectionBuilder {
      return super.withUrl(url, { ...(options as object), ...http });
    }
  }
  const library = { ...signalR, HubConnectionBuilder };
  let rows: Rows = new Map();
  const live = new LiveList(library, new Service(app.url, 'nina.north'), QUERY, (shown: Rows) => (rows = shown));
  await live.start();
  const nina = app.as('nina.north');
  const isRight = async (): Promise<boolean> => {
    const { body } = await nina.select('Customer', {
      ...QUERY,
      SelectedFields: ['Name', 'CreditLimit', 'Id', 'RowVersion'],
    });
    const wanted = new Map(body.Result.map((row: Record<string, unknown>) => [row.Id, row]));
    return isDeepStrictEqual(new Map(rows), wanted);
  };
  await write();
  await until('the list is right', isRight);
  const before = rows.size;
  for (const socket of sockets) socket.terminate();
  await write();
  await until('the list is right', isRight);
  expect(rows.size).toBeGreaterThan(before);
  await live.stop();
});
