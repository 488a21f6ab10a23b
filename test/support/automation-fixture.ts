import type pg from 'pg';
import { allMatched } from './all-matched.js';
import { StockApp } from './stock-fixture.js';
import type { Row } from './test-app.js';
import { ENQUEUES_ONLY } from './test-config.js';
import { until } from './until.js';

/** A run as a select answers it. */
export interface RunRow extends Row {
  readonly RecordId: string;
  readonly State: string;
  readonly Input: { readonly Record: Row; readonly Old: Row };
}

/** Actions of a workflow whose work does not matter. */
const ACTIONS = [{ Name: 'Tell', Type: 'SendNotification', ToRole: 'Administrator', Message: 'It was started.' }];

/** The stock with workflows and triggers, which root defines. Their runs are enqueued only: no process executes them. */
export class AutomationApp {
  #names = 0;

  private constructor(readonly stock: StockApp) {}

  /** @param settings of a process that executes runs, too, for schedules: they do not fire while a run of theirs waits */
  static async open(settings: Readonly<Record<string, string>> = ENQUEUES_ONLY): Promise<AutomationApp> {
    return new AutomationApp(await StockApp.open(settings));
  }

  close(): Promise<void> {
    return this.stock.close();
  }

  /** Defines a workflow. @returns its id */
  workflow(fields: Row): Promise<string> {
    const Name = `W${++this.#names}`;
    return this.stock
      .as('root')
      .inserted('Workflow', { Name, Type: 'Triggered', RunAs: 'Service', Actions: ACTIONS, ...fields });
  }

  /** Defines a trigger on crates. @returns its id */
  trigger(fields: Row): Promise<string> {
    const Name = `T${++this.#names}`;
    const members = { Name, EntityName: 'Crate', TriggerType: 'EventBased', TriggerEvent: 'Created', ...fields };
    return this.stock.as('root').inserted('Trigger', members);
  }

  /** Runs of a trigger in the order in which they were enqueued. */
  async runs(triggerId: string): Promise<readonly RunRow[]> {
    const { body } = await this.stock.as('root').select('WorkflowRun', {
      WhereClause: { Filters: [{ FieldName: 'TriggerId', Operator: 'EqualTo', Value: triggerId }] },
      Sort: [{ FieldName: 'Id' }],
    });
    return body.Result;
  }

  /** Waits until a trigger has fired as often, and gives its runs. */
  async fired(triggerId: string, count: number): Promise<readonly RunRow[]> {
    let runs: readonly RunRow[] = [];
    await until(`${count} runs`, async () => (runs = await this.runs(triggerId)).length >= count);
    return runs;
  }

  /** Number of runs of a trigger. */
  async runCount(triggerId: string): Promise<number> {
    const table = `"${await this.stock.schema()}"."WorkflowRun"`;
    const [{ count }] = await this.stock.app.query<{ count: string }>(
      `SELECT count(*) FROM ${table} WHERE "TriggerId" = $1`,
      [triggerId],
    );
    return Number(count);
  }

  /** Stores a step of a run past the service. @param id correlation id of what it has written */
  async addStep(runId: string, id: string): Promise<void> {
    await this.stock.app.query(
      `INSERT INTO "${await this.stock.schema()}"."WorkflowStep" ("Id", "RecordInformationId", "OwnerId", "CreatedBy",
         "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted", "RunId", "Name", "Type", "State", "StartedOn")
       VALUES ($1, $1, $2, $2, now(), $2, now(), 1, false, $2, 'Step', 'UpdateRecords', 'Completed', now())`,
      [id, runId],
    );
  }

  /** Does something while no node can read how far it has matched. @param work may use the connection that holds them back */
  async whileNothingIsMatched(work: (direct: pg.PoolClient) => Promise<void>): Promise<void> {
    // No page is being read then.
    await allMatched(this.stock.app, await this.stock.schema());
    const direct = await this.stock.app.connect();
    try {
      await direct.query('BEGIN');
      await direct.query('LOCK TABLE platform.trigger_cursor');
      await work(direct);
    } finally {
      await direct.query('COMMIT');
      direct.release();
    }
  }

  /** Changes the weight of a new crate from 0 to `count`, one by one, past the service. */
  async changeOften(id: string, count: number): Promise<void> {
    await this.stock.app.query(
      `INSERT INTO platform.change (occurred_at, environment_id, entity, operation, record_id, record_information_id,
         row_version, old, new, user_id, correlation_id)
       SELECT c.occurred_at, c.environment_id, c.entity, 'Update', c.record_id, c.record_information_id, i + 1,
         json_build_object('Weight', i - 1), json_build_object('Weight', i), c.user_id, gen_random_uuid()
       FROM platform.change c, generate_series(1, $2::int) i
       WHERE c.record_id = $1
       ORDER BY i`,
      [id, count],
    );
    await this.stock.app.query(
      `UPDATE "${await this.stock.schema()}"."Crate" SET "Weight" = $2::int, "RowVersion" = $2::int + 1 WHERE "Id" = $1`,
      [id, count],
    );
  }
}
