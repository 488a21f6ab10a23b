import { Balancer } from './balancer.js';
import { TestApp } from './test-app.js';

/** Two nodes on one database, behind a balancer without sticky sessions. */
export class BalancedNodes {
  private constructor(
    readonly nodes: readonly TestApp[],
    private readonly balancer: Balancer,
  ) {}

  static async start(): Promise<BalancedNodes> {
    const first = await TestApp.start();
    const nodes = [first, await first.startAnother()];
    return new BalancedNodes(nodes, await Balancer.start(nodes.map(({ url }) => url)));
  }

  /** Of the balancer. */
  get url(): string {
    return this.balancer.url;
  }

  async stop(): Promise<void> {
    await this.balancer.stop();
    for (const node of this.nodes.toReversed()) await node.stop();
  }
}
