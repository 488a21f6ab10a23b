import { TestApp } from './test-app.js';

/** Nodes of the service on one database. */
export interface Site {
  readonly nodes: readonly TestApp[];
  stop(): Promise<void>;
}

/** Numbers of nodes that attacks are tried on, for `describe.each`. */
export const SITES = [
  ['one node', 1],
  ['two nodes', 2],
] as const;

/** Starts one or two nodes with the same settings. */
export async function startSite(count: 1 | 2, settings: Readonly<Record<string, string>> = {}): Promise<Site> {
  const first = await TestApp.start(settings);
  const nodes = count === 1 ? [first] : [first, await first.startAnother(settings)];
  return {
    nodes,
    stop: async () => {
      for (const node of nodes.toReversed()) await node.stop();
    },
  };
}
