import { diagramOf } from '#lifecycle/core/diagram/diagram.js';
import type { JsonObject } from '#core/json/json.js';
import { mermaidText } from '#lifecycle/core/diagram/mermaid.js';
import { labelSize, nodeSize, svgDocument } from '#lifecycle/core/diagram/svg.js';

const HOSTILE = `</text><script>alert("1")</script>' & %%{init}%%\n[*] --> s9: x; #quot; \u2028\u0000\uD800`;

const statuses: readonly JsonObject[] = [
  { Id: 'a', Name: 'Open', IsInitial: true, Color: '#3b82f6' },
  { Id: 'b', Name: HOSTILE, Color: '" onload="alert(1)' },
  { Id: 'c', Name: 'Done', IsFinal: true },
];
const transitions = [
  { Name: HOSTILE, FromStatusId: 'a', ToStatusId: 'b' },
  { Name: 'Close', FromStatusId: null, ToStatusId: 'c' },
  { Name: 'Lost', FromStatusId: 'x', ToStatusId: 'c' },
];
const diagram = diagramOf({ Name: HOSTILE }, statuses, transitions);

const drawn = svgDocument(diagram, {
  width: 100,
  height: 100,
  nodes: new Map(diagram.nodes.map(({ key }, i) => [key, { x: 10, y: i * 10.04 }])),
  edges: diagram.edges.map(() => ({
    points: [
      { x: 0, y: 0 },
      { x: 5, y: 5 },
    ],
    label: { x: 2, y: 2 },
  })),
});

it('writes Mermaid of a plain lifecycle', () => {
  const plain = diagramOf(
    { Name: 'L' },
    [statuses[0], statuses[2]],
    [{ Name: 'Close it', FromStatusId: 'a', ToStatusId: 'c' }, transitions[1]],
  );
  expect(mermaidText(plain).split('\n')).toEqual([
    'stateDiagram-v2',
    '  state "Open" as s1',
    '  state "Done" as s2',
    '  state "any status" as any',
    '  [*] --> s1',
    '  s1 --> s2 : Close it',
    '  any --> s2 : Close',
    '  s2 --> [*]',
    '',
  ]);
});

it('writes valid Mermaid of hostile names', () => {
  const [head, ...lines] = mermaidText(diagram).trimEnd().split('\n');
  expect(head).toBe('stateDiagram-v2');
  const text = '[\\p{L}\\p{N} _.,()#;-]+';
  const line = new RegExp(`^  (state "${text}" as \\w+|(\\w+|\\[\\*\\]) --> (\\w+|\\[\\*\\])( : ${text})?)$`, 'u');
  expect(lines.filter((each) => !line.test(each))).toEqual([]);
  // A mark of a code never stands alone: neither ends a statement nor begins a comment.
  expect(lines.join(' ').replaceAll(/#\d+;/g, '')).not.toMatch(/[#;%<&{}]/);
  expect(lines).toHaveLength(3 + 1 + 1 + 2 + 1);
});

it('draws hostile names as text', () => {
  expect(drawn).not.toMatch(/<script|onload|alert\("|%%\{init\}%%\n/);
  expect(drawn).toContain('&lt;script&gt;alert(&quot;1&quot;)');
  expect(drawn).toContain('style="stroke:#3b82f6"');
  expect(drawn).toMatch(/^<svg [^<>]*><title>/);
  expect([...drawn.matchAll(/<(\w+)/g)].map(([, name]) => name).filter((name) => name === 'script')).toEqual([]);
  expect(drawn).not.toContain('\u0000');
});

it('gives room for texts, and shortens long ones', () => {
  const size = (text: string) => nodeSize({ key: 's1', kind: 'status', text });
  expect(size('Open').width).toBeLessThan(size('Opened again').width);
  expect(size('x'.repeat(50)).width).toBe(size('x'.repeat(500)).width);
  expect(labelSize({ from: 'a', to: 'b', text: '' })).toEqual({ width: 0, height: 0 });
  expect(nodeSize({ key: 'start', kind: 'start', text: '' })).toEqual({ width: 14, height: 14 });
});
