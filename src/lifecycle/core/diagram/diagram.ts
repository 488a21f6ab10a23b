import { Definition } from '#core/catalogue/definition.js';
import type { JsonObject } from '#core/json/json.js';

/** A status as it is drawn, or the start of transitions from any status. */
export interface DiagramNode {
  /** `s<n>`, `any`, `start` or `end`: letters and digits only. */
  readonly key: string;
  readonly kind: 'status' | 'any' | 'start' | 'end';
  readonly text: string;
  readonly color?: string;
}

export interface DiagramEdge {
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

/** A lifecycle as a graph. Texts are those of its author and need escaping. */
export interface Diagram {
  readonly name: string;
  readonly nodes: readonly DiagramNode[];
  readonly edges: readonly DiagramEdge[];
}

const ANY = { key: 'any', kind: 'any', text: 'any status' } as const;
const START = { key: 'start', kind: 'start', text: '' } as const;
const END = { key: 'end', kind: 'end', text: '' } as const;

/** Builds the graph of stored records; statuses and transitions are in their order. */
export function diagramOf(
  lifecycle: JsonObject,
  statuses: readonly JsonObject[],
  transitions: readonly JsonObject[],
): Diagram {
  const drawn = statuses.map((json, i) => ({ status: new Definition(json), key: `s${i + 1}` }));
  const keys = new Map(drawn.map(({ status, key }) => [status.text('Id'), key]));
  const edges = transitions.flatMap((json): readonly DiagramEdge[] => {
    const transition = new Definition(json);
    const fromId = transition.text('FromStatusId');
    const [from, to] = [fromId === undefined ? ANY.key : keys.get(fromId), keys.get(transition.text('ToStatusId'))];
    return from && to ? [{ from, to, text: oneLine(transition.text('Name')) }] : [];
  });
  const initial = drawn.filter(({ status }) => status.flag('IsInitial'));
  const final = drawn.filter(({ status }) => status.flag('IsFinal'));
  return {
    name: oneLine(new Definition(lifecycle).text('Name')),
    nodes: [
      START,
      ...drawn.map(({ status, key }): DiagramNode => {
        const color = status.text('Color');
        return { key, kind: 'status', text: oneLine(status.text('Name')), ...(color !== undefined && { color }) };
      }),
      ...(edges.some(({ from }) => from === ANY.key) ? [ANY] : []),
      ...(final.length > 0 ? [END] : []),
    ],
    edges: [
      ...initial.map(({ key }) => ({ from: START.key, to: key, text: '' })),
      ...edges,
      ...final.map(({ key }) => ({ from: key, to: END.key, text: '' })),
    ],
  };
}

/** Brings a name into one line of well-formed text. */
const oneLine = (text = ''): string =>
  text
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
