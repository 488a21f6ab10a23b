import { appendFile } from 'node:fs/promises';
import pg from 'pg';
import { FailoverLoad } from '../../support/failover-load.js';
import { PatroniCluster } from '../../support/patroni-cluster.js';
import type { PatroniMember } from '../../support/patroni-member.js';
import { ServiceProcess } from '../../support/service-process.js';
import type { Caller } from '../../support/test-app.js';
import { until } from '../../support/until.js';

/** Limit of one rehearsal. */
export const TEST_MS = 120_000;
export const PROMOTED_WITHIN_MS = 40_000;
const NODE = { ROLES: 'api,worker', RUN_WORKERS: '4', WAIT_WINDOW_MS: '1000', DATABASE_POOL_SIZE: '8' };

/** A trigger of each note that is inserted. @returns its id */
async function followNotes(ada: Caller): Promise<string> {
  const Actions = [{ Name: 'Tell', Type: 'SendNotification', ToRole: 'Administrator', Message: 'A note.' }];
  const workflow = { Name: 'Follow', EntityName: 'Note', Type: 'Triggered', RunAs: 'Service', Actions };
  const WorkflowIds = [await ada.inserted('Workflow', workflow)];
  const on = { EntityName: 'Note', TriggerType: 'EventBased', TriggerEvent: 'Created' };
  return ada.inserted('Trigger', { Name: 'Follow', ...on, WorkflowIds });
}

/** Figures of a fault, in seconds. */
interface Figures {
  /** From the fault to the end of the leader's being one; absent where writes do not stop by that. */
  readonly demoted?: number;
  /** From the fault, or from its end where it lasts, to the promotion; absent where no member is promoted. */
  readonly promoted?: number;
  /** From the promotion to the first answer of an insert that began after it. */
  readonly back?: number;
}

/** A stored note, with the number of runs that the trigger has started for it. */
type Stored = { readonly id: string; readonly subject: string; readonly runs: number };

/** Does something to the cluster under a load. */
export type Fault = (load: FailoverLoad) => Promise<Figures>;

/** Answers to a load, figures of its fault, and the notes that are stored. */
interface Outcome {
  readonly load: FailoverLoad;
  readonly figures: Figures;
  readonly notes: readonly Stored[];
}

/** A cluster of PostgreSQL with two nodes behind a balancer, and what a load of them must find in the end. */
export class Rehearsal {
  private constructor(
    readonly cluster: PatroniCluster,
    /** Of the balancer. */
    readonly url: string,
    /** A caller of the first node. */
    readonly ada: Caller,
    private readonly triggerId: string,
  ) {}

  static async start(): Promise<Rehearsal> {
    const cluster = await PatroniCluster.start();
    const first = await ServiceProcess.start(cluster.url, { ...NODE, DEMO: 'true' });
    const second = await ServiceProcess.start(cluster.url, NODE);
    const url = await cluster.balance([first.url, second.url]);
    const ada = await first.as('ada.admin');
    const rehearsal = new Rehearsal(cluster, url, ada, await followNotes(ada));
    await until('the balancer has nodes', () =>
      fetch(`${url}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    return rehearsal;
  }

  async stop(): Promise<void> {
    await ServiceProcess.killAll();
    await this.cluster.stop();
  }

  /**
   * Waits for the promotion of a member, and for the service.
   * @param former a member that is not to be promoted
   * @param atMs time of the fault
   */
  async promotion(
    load: FailoverLoad,
    former: PatroniMember | undefined,
    atMs: number,
  ): Promise<{ readonly promoted: number; readonly back: number }> {
    const others = this.cluster.members.filter((member) => member !== former);
    const isPromoted = async (): Promise<boolean> =>
      (await Promise.all(others.map((member) => member.isPrimary()))).includes(true);
    await until('another member is promoted', isPromoted, PROMOTED_WITHIN_MS);
    const promotedMs = performance.now();
    await until('an insert is answered', () => load.firstAnswerAfter(promotedMs) !== undefined, PROMOTED_WITHIN_MS);
    const back = (load.firstAnswerAfter(promotedMs)!.atMs - promotedMs) / 1_000;
    return { promoted: (promotedMs - atMs) / 1_000, back };
  }

  /** True when another standby is synchronous in place of one. */
  async isReplaced(standby: PatroniMember): Promise<boolean> {
    const synchronous = await this.cluster.synchronous();
    return synchronous !== undefined && synchronous !== standby;
  }

  /** Loads the service, does something to the cluster, and waits until it is whole and all work is done. */
  async under(name: string, fault: Fault): Promise<Outcome> {
    await until('the cluster is whole', () => this.cluster.isWhole(), TEST_MS / 2);
    const load = await FailoverLoad.start(this.url, name);
    await until('the load has begun', () => load.answered.length > 40);
    const atMs = performance.now();
    const figures = await fault(load);
    const gap = load.longestGapSince(atMs);
    await until('the cluster is whole', () => this.cluster.isWhole(), TEST_MS / 2);
    await load.stopWriting();
    await until('accepted writes are done', () => this.#isAllDone(), TEST_MS / 2);
    let notes = await this.#stored(name);
    const isComplete = async (): Promise<boolean> => {
      notes = await this.#stored(name);
      return notes.every(({ id, runs }) => runs > 0 && load.heard.has(id));
    };
    await until('each trigger has fired, and the hub has told of each note', isComplete).catch(() => undefined);
    await load.leave();

    const { answered, calls, reloads } = load;
    const longest = Math.max(...calls.map(({ tookMs }) => tookMs)) / 1_000;
    const refused = calls.filter(({ status }) => status === 503).length;
    const line = { name, ...figures, gap, answered: answered.length, refused, longest, reloads };
    if (process.env.FIGURES) await appendFile(process.env.FIGURES, `${JSON.stringify(line)}\n`);
    return { load, figures, notes };
  }

  /** Notes of a load. */
  async #stored(name: string): Promise<readonly Stored[]> {
    const [{ schema }] = await this.#query<{ schema: string }>(
      `SELECT e.schema_name AS schema FROM platform.environment e JOIN platform.app a ON a.id = e.app_id
       JOIN platform.tenant t ON t.id = a.tenant_id
       WHERE (t.name, a.name, e.name) = ('Northgate', 'OrderToCash', 'Development')`,
    );
    return this.#query<Stored>(
      `SELECT n."Id" AS id, n."Subject" AS subject, count(r."Id")::int AS runs
       FROM "${schema}"."Note" n
       LEFT JOIN "${schema}"."WorkflowRun" r ON r."RecordId" = n."RecordInformationId" AND r."TriggerId" = '${this.triggerId}'
       WHERE n."Subject" LIKE '% ${name}'
       GROUP BY n."Id", n."Subject"`,
    );
  }

  /** True when no accepted write waits for its end. */
  async #isAllDone(): Promise<boolean> {
    return (await this.#query('SELECT FROM platform.command WHERE finished_on IS NULL')).length === 0;
  }

  /** Runs a statement at the primary, past the service. */
  async #query<Row extends pg.QueryResultRow>(text: string): Promise<readonly Row[]> {
    const client = new pg.Client({ connectionString: this.cluster.adminUrl });
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  }
}
