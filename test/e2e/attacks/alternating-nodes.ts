import { Caller, TestApp, type Place } from '../../support/test-app.js';

/** The service on one node, or on several that answer a caller's requests in turn. */
export class AlternatingNodes {
  #turn = 0;

  private constructor(readonly nodes: readonly TestApp[]) {}

  static async start(count: number): Promise<AlternatingNodes> {
    return AlternatingNodes.from(await TestApp.start(), count);
  }

  /** Adds nodes to the one that is there. */
  static async from(first: TestApp, count: number): Promise<AlternatingNodes> {
    const nodes = [first];
    while (nodes.length < count) nodes.push(await first.startAnother());
    return new AlternatingNodes(nodes);
  }

  /** The node that looks at the database for the test. */
  get first(): TestApp {
    return this.nodes[0];
  }

  /** A caller whose every request goes to the next node. */
  as(user: string, place?: Place): Caller {
    const callers = this.nodes.map((node) => node.as(user, place));
    return new Caller((...request) => callers[this.#turn++ % callers.length].send(...request));
  }

  async stop(): Promise<void> {
    for (const node of this.nodes.toReversed()) await node.stop();
  }
}
