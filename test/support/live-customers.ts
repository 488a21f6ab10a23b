import * as signalR from '@microsoft/signalr';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { customer, USER } from './demo.js';
import { clause } from './filtered-client.js';
import { byId, type Caller } from './test-app.js';

interface LiveList {
  start(): Promise<void>;
  stop(): Promise<void>;
}
type Rows = ReadonlyMap<string, Record<string, unknown>>;

/** User whose list it is. */
export const READER = 'nina.north';
const QUERY = {
  EntityName: 'Customer',
  WhereClause: clause('CreditLimit', 'Between', [100, 200]),
  SelectedFields: ['Name', 'CreditLimit'],
};

const sample = async (name: string): Promise<unknown> => import(pathToFileURL(`samples/client/${name}.js`).href);

/** The sample's live list, of customers with a clause. */
export class LiveCustomers {
  #rows: Rows = new Map();
  #list: LiveList | undefined;

  /** @param http options of the connection */
  async start(url: string, http: object = {}): Promise<void> {
    const { LiveList } = (await sample('live-list')) as { LiveList: new (...args: readonly unknown[]) => LiveList };
    const { Service } = (await sample('service')) as { Service: new (...args: readonly unknown[]) => object };
    class HubConnectionBuilder extends signalR.HubConnectionBuilder {
      override withUrl(address: string, options?: unknown): signalR.HubConnectionBuilder {
        return super.withUrl(address, { ...(options as object), ...http });
      }
    }
    const library = { ...signalR, HubConnectionBuilder };
    this.#list = new LiveList(library, new Service(url, READER), QUERY, (shown: Rows) => (this.#rows = shown));
    await this.#list.start();
  }

  get size(): number {
    return this.#rows.size;
  }

  async stop(): Promise<void> {
    await this.#list?.stop();
  }

  /** Tells whether the rows are those that the reader selects. */
  async isRight(reader: Caller): Promise<boolean> {
    const SelectedFields = [...QUERY.SelectedFields, 'Id', 'RowVersion'];
    const { body } = await reader.select('Customer', { ...QUERY, SelectedFields });
    const wanted = new Map(body.Result.map((row: Record<string, unknown>) => [row.Id, row]));
    return isDeepStrictEqual(new Map(this.#rows), wanted);
  }
}

/** Changes customers in all directions: of the clause, of the scope, deleted, restored, many at once. */
export async function writeCustomers(ada: Caller): Promise<void> {
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
