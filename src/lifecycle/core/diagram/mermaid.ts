import type { Diagram, DiagramNode } from './diagram.js';

/** Everything but letters, digits and harmless marks becomes the code of its character, such as `#59;`. */
const escaped = (text: string): string =>
  text.replaceAll(/[^\p{L}\p{N} _.,()-]/gu, (character) => `#${character.codePointAt(0)};`);

/** A state needs a text; a name may consist of blanks alone. */
const shown = (text: string): string => escaped(text) || '#160;';

const nodeName = ({ key, kind }: DiagramNode): string => (kind === 'start' || kind === 'end' ? '[*]' : key);

/** Writes a lifecycle as a state diagram of Mermaid. */
export function mermaidText({ nodes, edges }: Diagram): string {
  const names = new Map(nodes.map((node) => [node.key, nodeName(node)]));
  const states = nodes.filter(({ kind }) => kind === 'status' || kind === 'any');
  return [
    'stateDiagram-v2',
    ...states.map(({ key, text }) => `  state "${shown(text)}" as ${key}`),
    ...edges.map(({ from, to, text }) => {
      const label = escaped(text);
      return `  ${names.get(from)} --> ${names.get(to)}${label && ` : ${label}`}`;
    }),
    '',
  ].join('\n');
}
