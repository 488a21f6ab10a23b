import { followCustomers, isFollowed, tick, WORKS } from '../../../support/service-tour.js';
import { type Answer, type Row, TestApp } from '../../../support/test-app.js';
import { WatchingClient } from '../../../support/watching-client.js';

/** Settings of the nodes before and after a restore. */
export const NODE = { ...WORKS, WRITE_LEASE_MS: '2000' } as const;

/** Nodes and clients to stop at the end of a test. */
export type Running = Set<{ stop(): Promise<void> }>;

/** A node with the demo, a trigger for each new customer, a schedule and a client of the hub. */
export class FirstNode {
  private constructor(
    readonly app: TestApp,
    /** Id of the trigger of the schedule. */
    readonly clock: string,
    readonly client: WatchingClient,
    private readonly running: Running,
  ) {}

  /** @param running holds the node and the client from their start */
  static async start(url: string, running: Running): Promise<FirstNode> {
    const app = await TestApp.on(url, { ...NODE, DEMO: 'true' });
    running.add(app);
    await followCustomers(app);
    const clock = await tick(app);
    const client = await WatchingClient.connect(app);
    running.add(client);
    return new FirstNode(app, clock, client, running);
  }

  /** Stops the node. The client stays and reconnects to a node on the same port. */
  async stop(): Promise<void> {
    await this.app.stop();
    this.running.delete(this.app);
  }

  get port(): string {
    return new URL(this.app.url).port;
  }

  /** Inserts a customer and waits for the workflow that its trigger starts. */
  async insertFollowed(fields: Row, key: Readonly<Record<string, string>>): Promise<Answer> {
    const answer = await this.app.as('ada.admin').insert('Customer', fields, key);
    await isFollowed(this.app, fields.TaxId);
    return answer;
  }

  /** Inserts a note that is answered before it is stored. */
  async queue(Subject: string): Promise<void> {
    const { status, text } = await this.app.as('ada.admin').insert('Note', { Subject }, { Prefer: 'respond-async' });
    if (status !== 202) throw new Error(`The note was not queued: ${text}`);
  }
}
