import type { Diagram, DiagramEdge, DiagramNode } from './diagram.js';

/** Size of a text or node in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Places that a layout has given to the nodes and edges of a diagram. */
export interface DiagramLayout extends Size {
  /** Centers of the nodes by key. */
  readonly nodes: ReadonlyMap<string, Point>;
  /** By position in the diagram: the course of the edge and the center of its text. */
  readonly edges: readonly { readonly points: readonly Point[]; readonly label: Point }[];
}

const MAX_TEXT = 40;
const CHARACTER_WIDTH = 7.5;
const LINE_HEIGHT = 16;
const PADDING = 14;
const MARGIN = 16;
const CIRCLE = 14;

/** Beginning of a text, by whole characters. */
const fitting = (text: string): string => {
  const characters = Array.from(text);
  return characters.length > MAX_TEXT ? `${characters.slice(0, MAX_TEXT - 1).join('')}…` : text;
};

const widthOf = (text: string): number => Array.from(fitting(text)).length * CHARACTER_WIDTH;

/** Size of a node; the space that its text takes is estimated. */
export function nodeSize({ kind, text }: DiagramNode): Size {
  if (kind === 'start' || kind === 'end') return { width: CIRCLE, height: CIRCLE };
  return { width: Math.max(widthOf(text), LINE_HEIGHT) + 2 * PADDING, height: LINE_HEIGHT + PADDING };
}

/** Size of the text at an edge. */
export const labelSize = ({ text }: DiagramEdge): Size =>
  text === '' ? { width: 0, height: 0 } : { width: widthOf(text) + 8, height: LINE_HEIGHT };

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for elements and attributes; characters that XML does not allow are left out. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll(/[&<>"']/g, (each) => ENTITIES[each]);

const COLOR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

/** Numbers with at most one decimal place. */
const at = (value: number): string => String(Math.round(value * 10) / 10);

const textAt = ({ x, y }: Point, text: string, name: string): string =>
  `<text class="${name}" x="${at(x)}" y="${at(y)}">${escaped(fitting(text))}</text>`;

function nodeShape(node: DiagramNode, { x, y }: Point): string {
  if (node.kind === 'start') return `<circle class="dot" cx="${at(x)}" cy="${at(y)}" r="${CIRCLE / 2}"/>`;
  if (node.kind === 'end')
    return (
      `<circle class="ring" cx="${at(x)}" cy="${at(y)}" r="${CIRCLE / 2}"/>` +
      `<circle class="dot" cx="${at(x)}" cy="${at(y)}" r="${CIRCLE / 2 - 3}"/>`
    );
  const { width, height } = nodeSize(node);
  const stroke = node.color !== undefined && COLOR.test(node.color) ? ` style="stroke:${node.color}"` : '';
  const box =
    `<rect class="${node.kind}"${stroke} x="${at(x - width / 2)}" y="${at(y - height / 2)}" ` +
    `width="${at(width)}" height="${at(height)}" rx="8"/>`;
  return `<g><title>${escaped(node.text)}</title>${box}${textAt({ x, y }, node.text, 'name')}</g>`;
}

function edgeShape({ text }: DiagramEdge, { points, label }: DiagramLayout['edges'][number]): string {
  const course = points.map(({ x, y }) => `${at(x)},${at(y)}`).join(' ');
  const line = `<polyline class="edge" points="${course}" marker-end="url(#arrow)"/>`;
  return text === '' ? line : `<g><title>${escaped(text)}</title>${line}${textAt(label, text, 'label')}</g>`;
}

const STYLE =
  'text{font:13px sans-serif;text-anchor:middle;dominant-baseline:central;fill:#1f2937}' +
  '.label{font-size:12px;fill:#4b5563;paint-order:stroke;stroke:#fff;stroke-width:4px}' +
  '.status{fill:#f9fafb;stroke:#6b7280;stroke-width:2}.any{fill:#fff;stroke:#9ca3af;stroke-dasharray:4 3}' +
  '.edge{fill:none;stroke:#6b7280}.dot{fill:#1f2937}.ring{fill:none;stroke:#1f2937}';

const ARROW =
  '<marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">' +
  '<path d="M0 0 8 4 0 8z" fill="#6b7280"/></marker>';

/** Draws a lifecycle as an SVG document without scripts, links or fonts of its own. */
export function svgDocument({ name, nodes, edges }: Diagram, layout: DiagramLayout): string {
  const [width, height] = [layout.width + 2 * MARGIN, layout.height + 2 * MARGIN];
  const shapes = [
    ...edges.map((edge, i) => edgeShape(edge, layout.edges[i])),
    ...nodes.map((node) => nodeShape(node, layout.nodes.get(node.key)!)),
  ];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="${at(width)}" height="${at(height)}" ` +
    `viewBox="${-MARGIN} ${-MARGIN} ${at(width)} ${at(height)}">` +
    `<title>${escaped(name)}</title><style>${STYLE}</style><defs>${ARROW}</defs>${shapes.join('')}</svg>\n`
  );
}
