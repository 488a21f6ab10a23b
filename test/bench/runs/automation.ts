import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Bed } from '../rig/bed.js';
import { environmentOf } from '../rig/seed.js';
import type { CallHeaders } from '../rig/requests.js';
import { callHeaders } from '../rig/service.js';

const ADMINISTRATOR = 'ada.admin';
const LOOK_EVERY_MS = 50;

type Row = Readonly<Record<string, unknown>>;

const assignments = (fields: Row): object[] =>
  Object.entries(fields).map(([FieldName, Value]) => ({ FieldName, Value }));

/** A where-clause of one field. */
export const equal = (FieldName: string, Value: unknown): object => ({
  Filters: [{ FieldName, Operator: 'EqualTo', Value }],
});

/** The service with entities for workflows, which an Administrator defines: boxes, and slips, which workflows make. */
export class Automation {
  #names = 0;

  private constructor(
    readonly bed: Bed,
    readonly database: pg.Client,
    readonly headers: CallHeaders,
    readonly schema: string,
  ) {}

  static async on<T>(bed: Bed, work: (automation: Automation) => Promise<T>): Promise<T> {
    const database = new pg.Client({ connectionString: bed.databaseUrl });
    await database.connect();
    try {
      const { schema } = await environmentOf(database);
      const automation = new Automation(bed, database, await callHeaders(bed.service, ADMINISTRATOR), schema);
      await automation.#addEntities();
      return await work(automation);
    } finally {
      await database.end();
    }
  }

  async #addEntities(): Promise<void> {
    const table = `${this.schema}."Box"`;
    const [{ exists }] = await this.query<{ exists: boolean }>('SELECT to_regclass($1) IS NOT NULL AS exists', [table]);
    if (exists) return;
    for (const EntityName of ['Box', 'Slip'])
      await this.insert('Entity', {
        EntityName,
        Field: [
          { FieldName: 'N', FieldType: 'Int' },
          { FieldName: 'Label', FieldType: 'Text' },
          { FieldName: 'Body', FieldType: 'LongText' },
        ],
      });
  }

  /** @param port of the node that answers, if not that of the bed. @returns `Result` */
  async send(path: string, body: object, port = this.bed.service.port, more: CallHeaders = {}): Promise<Row> {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
      method: 'POST',
      headers: { ...this.headers, 'Content-Type': 'application/json', ...more },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} failed: ${text.slice(0, 1_000)}`);
    const answer = JSON.parse(text) as Row;
    return (answer.Result ?? answer) as Row;
  }

  insert(EntityName: string, fields: Row, port?: number): Promise<Row> {
    return this.send('/records/insert', { EntityName, Fields: assignments(fields) }, port);
  }

  /** Inserts boxes that are numbered from 0. */
  async addBoxes(count: number): Promise<void> {
    const Values = Array.from({ length: count }, (_, i) => [i, `box ${i}`]);
    await this.send('/records/bulk-insert', { EntityName: 'Box', Fields: ['N', 'Label'], Values });
  }

  /** Removes all boxes and slips, past the service. */
  async clear(): Promise<void> {
    await this.query(`TRUNCATE "${this.schema}"."Box", "${this.schema}"."Slip"`);
  }

  /** Defines a workflow with all rights. @returns its id */
  async workflow(Type: string, Actions: readonly object[], more: Row = {}): Promise<string> {
    const fields = { Name: `Bench${++this.#names}${Date.now()}`, Type, RunAs: 'Service', Actions, ...more };
    return (await this.insert('Workflow', fields)).Id as string;
  }

  /** Defines a trigger that starts a workflow for each new box. @returns its id */
  async trigger(workflowId: string): Promise<string> {
    const { Id } = await this.insert('Trigger', {
      Name: `Bench${++this.#names}${Date.now()}`,
      EntityName: 'Box',
      TriggerType: 'EventBased',
      TriggerEvent: 'Created',
      WorkflowIds: [workflowId],
    });
    return Id as string;
  }

  async deactivate(EntityName: string, id: string): Promise<void> {
    const Fields = assignments({ IsActive: false });
    const body = JSON.stringify({ EntityName, Fields, WhereClause: equal('Id', id) });
    const response = await fetch(`http://127.0.0.1:${this.bed.service.port}/api/v1/records/update`, {
      method: 'PUT',
      headers: { ...this.headers, 'Content-Type': 'application/json' },
      body,
    });
    if (!response.ok) throw new Error(await response.text());
  }

  async query<T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<readonly T[]> {
    return (await this.database.query<T>(text, values)).rows;
  }

  /** Waits until a number is reached. @throws {Error} after the time without */
  async reached(what: string, count: number, now: () => Promise<number>, withinMs: number): Promise<void> {
    for (const deadline = performance.now() + withinMs; (await now()) < count; await sleep(LOOK_EVERY_MS))
      if (performance.now() > deadline) throw new Error(`${what}: ${await now()} of ${count} within ${withinMs} ms`);
  }

  /** Number of runs of a trigger that have ended, none of which may have failed. */
  async ended(triggerId: string): Promise<number> {
    const [{ ended, failed }] = await this.query<{ ended: number; failed: number }>(
      `SELECT count(*) FILTER (WHERE "State" = 'Completed')::int AS ended,
         count(*) FILTER (WHERE "State" NOT IN ('Completed', 'Running'))::int AS failed
       FROM "${this.schema}"."WorkflowRun" WHERE "TriggerId" = $1`,
      [triggerId],
    );
    if (failed > 0) throw new Error(`${failed} runs failed.`);
    return ended;
  }

  /** Waits until a run is completed. @throws {Error} when it ends in another way */
  async completed(runId: string, withinMs: number): Promise<void> {
    const find = async (): Promise<number> => {
      const rows = await this.query<{ state: string; error: string }>(
        `SELECT "State" AS state, "Error"::text AS error FROM "${this.schema}"."WorkflowRun" WHERE "Id" = $1`,
        [runId],
      );
      const { state, error } = rows[0];
      if (state !== 'Running' && state !== 'Completed') throw new Error(`The run is ${state}: ${error}`);
      return state === 'Completed' ? 1 : 0;
    };
    await this.reached('the run', 1, find, withinMs);
  }
}
