import { type Row, where } from '../../../support/test-app.js';
import { RunApp } from '../../../support/run-fixture.js';
import { ServiceProcess } from '../../../support/service-process.js';
import { until } from '../../../support/until.js';
import { MailServer } from '../../../unit/platform/outbound/mail/mail-server.js';
import { Receiver } from '../../../unit/platform/outbound/receiver.js';

/** Starts of processes take long on a busy machine. */
export const TIMEOUT_MS = 180_000;
/** Bound of each wait. */
const WAIT_MS = 90_000;

type Settings = Readonly<Record<string, string>>;

/** A request of a run to the receiver. */
export interface ReceivedCall {
  readonly path: string;
  readonly eventId: string;
}

/** Nodes of the service that execute runs, a node that does not and is asked, and real servers outside. */
export class FaultRig {
  /** Answers to the receiver's requests by path. */
  readonly answers = new Map<string, () => Promise<number>>();
  /** Time that answers of 503 ask to wait for, if any. */
  retryAfterSeconds: number | undefined;
  /** Answer to all other requests. */
  otherwise = (): Promise<number> => Promise.resolve(200);

  private constructor(
    readonly api: RunApp,
    readonly receiver: Receiver,
    readonly mail: MailServer,
    private readonly settings: Settings,
  ) {
    receiver.respond = (request, response) => {
      const answer = this.answers.get(request.url!) ?? this.otherwise;
      const after = this.retryAfterSeconds;
      const headers = after === undefined ? {} : { 'Retry-After': String(after) };
      void answer().then((status) => void response.writeHead(status, status === 503 ? headers : {}).end());
    };
  }

  /** @param workflows of the environment, from the URL of the receiver */
  static async open(workflows: (url: string) => readonly object[], more: object = {}): Promise<FaultRig> {
    const [receiver, mail] = [await Receiver.start(), new MailServer()];
    const host = `127.0.0.1:${receiver.port}`;
    const settings = {
      ROLES: 'api,worker',
      HTTP_ALLOWED_HOSTS: host,
      HTTP_PRIVATE_HOSTS: '127.0.0.1',
      SMTP_URL: `smtp://${await mail.start()}`,
      MAIL_FROM: 'yard@northgate.example',
      RUN_LEASE_MS: '2000',
    };
    try {
      const api = await RunApp.open(workflows(`http://${host}`), { ROLES: 'api' }, more);
      return new FaultRig(api, receiver, mail, settings);
    } catch (error) {
      await Promise.all([receiver.stop(), mail.stop()]);
      throw error;
    }
  }

  async close(): Promise<void> {
    await ServiceProcess.killAll();
    await this.api.close();
    await Promise.all([this.receiver.stop(), this.mail.stop()]);
  }

  /** Starts a node that executes runs. @param url of the database, if not the direct one */
  node(settings: Settings = {}, url = this.api.app.databaseUrl): Promise<ServiceProcess> {
    return ServiceProcess.start(url, { ...this.settings, ...settings });
  }

  /** Requests of runs so far. */
  get calls(): readonly ReceivedCall[] {
    return this.receiver.received.map(({ url, headers }) => ({ path: url, eventId: String(headers['x-event-id']) }));
  }

  /** Gives a user an address. */
  async setEmail(UserName: string): Promise<void> {
    const clause = where('UserName', 'EqualTo', UserName);
    const { status, text } = await this.api.as('root').update('User', { Email: `${UserName}@yard.example` }, clause);
    if (status !== 200) throw new Error(text);
  }

  /** Starts a workflow, and does not wait for it. @returns the run */
  async start(index: number, tokens: Row = {}, user = 'ann'): Promise<string> {
    const { status, text, body } = await this.api.execute(user, index, tokens, { Prefer: 'respond-async' });
    if (status !== 202) throw new Error(text);
    return body.CorrelationId as string;
  }

  /** Waits until runs are in a state. */
  async ended(runIds: readonly string[], state = 'Completed'): Promise<readonly Row[]> {
    const schema = await this.api.schema();
    let rows: readonly Row[] = [];
    await until(
      `${runIds.length} runs are ${state}`,
      async () => {
        rows = await this.api.app.query<Row>(
          `SELECT "Id" AS id, "State" AS state, "Error" AS error FROM ${schema}."WorkflowRun" WHERE "Id" = ANY($1)`,
          [runIds],
        );
        return rows.every((row) => row.state === state);
      },
      WAIT_MS,
    );
    return rows;
  }

  /** Messages that users have got, in order. @param pattern regular expression */
  async messages(pattern: string): Promise<readonly string[]> {
    const rows = await this.api.app.query<{ message: string }>(
      `SELECT "Message" AS message FROM ${await this.api.schema()}."Notification" WHERE "Message" ~ $1`,
      [pattern],
    );
    return rows.map(({ message }) => message).toSorted();
  }

  /** Steps of runs that are not completed, or tried in two rows. */
  async unfinishedSteps(runIds: readonly string[]): Promise<readonly Row[]> {
    const schema = await this.api.schema();
    return this.api.app.query<Row>(
      `SELECT "RunId", "Path", "State" FROM ${schema}."WorkflowStep" WHERE "RunId" = ANY($1) AND "State" <> 'Completed'`,
      [runIds],
    );
  }
}
