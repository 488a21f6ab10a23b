import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { requireScope } from '#core/rights/access.js';
import type { RequestContext } from '#core/context/context.js';
import { Definition } from '#core/catalogue/definition.js';
import { DomainError } from '#core/errors.js';
import type { JsonObject } from '#core/json/json.js';
import { diagramOf, type Diagram } from '#lifecycle/core/diagram/diagram.js';
import { mermaidText } from '#lifecycle/core/diagram/mermaid.js';
import { svgDocument, labelSize, nodeSize, type DiagramLayout } from '#lifecycle/core/diagram/svg.js';
import { StoredDefinitions } from '#definitions/index.js';

export type DiagramFormat = 'mermaid' | 'svg';

/** Maximum of statuses and transitions in a drawing, whose layout keeps the node busy. */
const MAX_DRAWN = 150;

/** Characters of all kept drawings together. */
const KEPT_CHARACTERS = 4_000_000;

/** Draws stored lifecycles for those who may read their entity. */
@Injectable()
export class DrawDiagram {
  readonly #drawings = new LRUCache<string, string>({
    maxSize: KEPT_CHARACTERS,
    sizeCalculation: (drawing, key) => drawing.length + key.length,
  });

  constructor(private readonly definitions: StoredDefinitions) {}

  /** @throws {DomainError} NotFound, ScopeNone, TooManyRows */
  async draw(ctx: RequestContext, id: string, format: DiagramFormat): Promise<string> {
    const [lifecycle] = await this.definitions.read(ctx, 'Lifecycle', { Id: id });
    const entity = lifecycle && ctx.catalogue.find(new Definition(lifecycle).text('EntityName') ?? '');
    if (!entity) throw new DomainError({ code: 'NotFound', message: 'There is no lifecycle of this id.' });
    requireScope(ctx, entity, 'read');
    const parts = async (name: string): Promise<readonly JsonObject[]> =>
      (await this.definitions.read(ctx, name, { LifecycleId: id })).toSorted((a, b) => place(a) - place(b));
    const diagram = diagramOf(lifecycle, await parts('Status'), await parts('Transition'));
    return format === 'mermaid' ? mermaidText(diagram) : this.#svg(diagram);
  }

  async #svg(diagram: Diagram): Promise<string> {
    const key = JSON.stringify(diagram);
    const known = this.#drawings.get(key);
    if (known !== undefined) return known;
    if (diagram.nodes.length + diagram.edges.length > MAX_DRAWN) throw new DomainError(TOO_LARGE);
    const drawing = svgDocument(diagram, await layOutDiagram(diagram));
    this.#drawings.set(key, drawing);
    return drawing;
  }
}

const place = (record: JsonObject): number => new Definition(record).int('Sequence') ?? Number.MAX_SAFE_INTEGER;

const TOO_LARGE = {
  code: 'TooManyRows',
  message: `At most ${MAX_DRAWN} statuses and transitions are drawn; ask for format=mermaid.`,
} as const;

/** Lays a diagram out in layers. The library is loaded with the first diagram, so that other nodes do without it. */
async function layOutDiagram({ nodes, edges }: Diagram): Promise<DiagramLayout> {
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
