import type { Diagram } from '#lifecycle/core/diagram/diagram.js';
import { labelSize, nodeSize, type DiagramLayout } from '#lifecycle/core/diagram/svg.js';

/** Lays a diagram out in layers. The library is loaded with the first diagram, so that other nodes do without it. */
export async function layOutDiagram({ nodes, edges }: Diagram): Promise<DiagramLayout> {
  const { Graph, layout } = await import('@dagrejs/dagre');
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'TB', nodesep: 40, ranksep: 40, edgesep: 20 });
  for (const node of nodes) graph.setNode(node.key, { ...nodeSize(node) });
  edges.forEach((edge, i) => graph.setEdge(edge.from, edge.to, { ...labelSize(edge), labelpos: 'c' }, String(i)));
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  return {
    width,
    height,
    nodes: new Map(nodes.map(({ key }) => [key, placeOf(graph.node(key))])),
    edges: edges.map(({ from, to }, i) => {
      const edge = graph.edge(from, to, String(i));
      return { points: (edge.points ?? []).map(placeOf), label: placeOf(edge) };
    }),
  };
}

/** Nodes and labels without a place, which the library leaves out, are at the origin. */
const placeOf = ({ x = 0, y = 0 }: { readonly x?: number; readonly y?: number }) => ({ x, y });
