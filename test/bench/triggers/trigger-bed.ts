import pg from 'pg';
import type { Bed } from '../rig/bed.js';
import { type Server, stop } from '../rig/processes.js';
import type { CallHeaders } from '../rig/requests.js';
import { callHeaders, startService } from '../rig/service.js';

const ADMINISTRATOR = 'ada.admin';
/** An environment of the demo without definitions of its own, and another one. */
const PLACES = {
  empty: { TenantId: 'Northgate', AppId: 'PeopleDesk', EnvironmentId: 'Development' },
  other: { TenantId: 'Northgate', AppId: 'OrderToCash', EnvironmentId: 'Production' },
} as const;
type PlaceName = keyof typeof PLACES;

/** Large writes take long on a busy machine. */
const WAIT = { WAIT_WINDOW_MS: '30000' } as const;
/** A node that matches and fires, but leaves the runs in the queue: what they do is not measured. */
export const MATCHING = { ...WAIT, ROLES: 'api,worker', RUN_WORKERS: '0', SCHEDULE_MIN_SECONDS: '1' } as const;
/** A node that only stores records. */
export const STORING = { ...WAIT, ROLES: 'api' } as const;

const ACTIONS = [{ Name: 'Tell', Type: 'SendNotification', ToUser: ADMINISTRATOR, Message: 'It was started.' }];
const FIELDS = [
  { FieldName: 'Label', FieldType: 'Text' },
  { FieldName: 'Amount', FieldType: 'Decimal' },
  { FieldName: 'Kind', FieldType: 'Text' },
  { FieldName: 'DueOn', FieldType: 'Date' },
];

let databases = 0;

/** A database of its own, so that no other node matches its changes, and the nodes on it. */
export class TriggerBed {
  readonly #nodes: Server[] = [];

  private constructor(
    private readonly databaseUrl: string,
    private readonly database: pg.Client,
  ) {}

  static async on<T>(bed: Bed, work: (triggers: TriggerBed) => Promise<T>): Promise<T> {
    const url = await bed.newDatabase(`triggers_${++databases}`);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const triggers = new TriggerBed(url, client);
    try {
      return await work(triggers);
    } finally {
      for (const { process } of triggers.#nodes) await stop(process);
      await client.end();
    }
  }

  async start(settings: Readonly<Record<string, string>>): Promise<Server> {
    const node = await startService(this.databaseUrl, [], settings);
    this.#nodes.push(node);
    return node;
  }

  /** The environment without definitions, or another one, as its administrator sees it. */
  async place(node: Server, name: PlaceName = 'empty'): Promise<TriggerPlace> {
    const headers = { ...(await callHeaders(node, ADMINISTRATOR)), ...PLACES[name] };
    const { TenantId, AppId, EnvironmentId } = PLACES[name];
    const [{ schema }] = await this.query<{ schema: string }>(
      `SELECT e.schema_name AS schema
       FROM platform.environment e
       JOIN platform.app a ON a.id = e.app_id
       JOIN platform.tenant t ON t.id = a.tenant_id
       WHERE (t.name, a.name, e.name) = ($1, $2, $3)`,
      [TenantId, AppId, EnvironmentId],
    );
    return new TriggerPlace(this, node, headers, schema);
  }

  async query<Row>(text: string, values: unknown[] = []): Promise<readonly Row[]> {
    return (await this.database.query(text, values)).rows as Row[];
  }
}

/** An environment, by way of one node. */
export class TriggerPlace {
  constructor(
    private readonly bed: TriggerBed,
    readonly node: Server,
    readonly headers: CallHeaders,
    readonly schema: string,
  ) {}

  /** @throws {Error} for another answer than 200, or 202 to a large write */
  async send(method: string, path: string, body: object): Promise<unknown> {
    const response = await fetch(`http://127.0.0.1:${this.node.port}/api/v1${path}`, {
      method,
      headers: { ...this.headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as { readonly Result: unknown; readonly Errors: unknown };
    if (!response.ok) throw new Error(`${path} failed: ${JSON.stringify(answer.Errors)}`);
    return answer.Result;
  }

  /** @returns the id of the record */
  async insert(EntityName: string, fields: object): Promise<string> {
    const Fields = Object.entries(fields).map(([FieldName, Value]) => ({ FieldName, Value: Value as unknown }));
    return ((await this.send('POST', '/records/insert', { EntityName, Fields })) as { readonly Id: string }).Id;
  }

  /** Inserts as many records in one call. @param values fields by name, for the nth record */
  async bulk(EntityName: string, count: number, values: (n: number) => object): Promise<void> {
    const rows = Array.from({ length: count }, (_, n) => values(n));
    const body = { EntityName, Fields: Object.keys(rows[0]), Values: rows.map(Object.values) };
    await this.send('POST', '/records/bulk-insert', body);
  }

  update(EntityName: string, Id: string, fields: object): Promise<unknown> {
    const Fields = Object.entries(fields).map(([FieldName, Value]) => ({ FieldName, Value: Value as unknown }));
    const WhereClause = { Filters: [{ FieldName: 'Id', Operator: 'EqualTo', Value: Id }] };
    return this.send('PUT', '/records/update', { EntityName, Fields, WhereClause });
  }

  async defineEntity(EntityName: string): Promise<void> {
    await this.insert('Entity', { EntityName, Field: FIELDS });
  }

  /** Defines a trigger with a workflow of its own. @returns its id */
  async defineTrigger(EntityName: string, Name: string, fields: object): Promise<string> {
    const workflow = { Name, EntityName, Type: 'Triggered', RunAs: 'Service', Actions: ACTIONS };
    const WorkflowIds = [await this.insert('Workflow', workflow)];
    const members = { TriggerType: 'EventBased', TriggerEvent: 'Created', ...fields };
    return this.insert('Trigger', { Name, EntityName, WorkflowIds, ...members });
  }

  /** Number of the runs of a trigger. */
  async runCount(triggerId: string): Promise<number> {
    const [{ count }] = await this.bed.query<{ count: string }>(
      `SELECT count(*) FROM "${this.schema}"."WorkflowRun" WHERE "TriggerId" = $1`,
      [triggerId],
    );
    return Number(count);
  }
}
