import { Definition } from '#core/catalogue/definition.js';
import { lifecycleRemarks, structureFaults } from '#definitions/core/checks/lifecycle-structure.js';

const status = (Name: string, more: object = {}) => ({ Id: Name, Name, ...more });
const initial = { IsInitial: true };
const final = { IsFinal: true };
const move = (from: string | null, to: string) => ({ Name: `${from}-${to}`, FromStatusId: from, ToStatusId: to });

const lifecycle = (Statuses: readonly object[], Transitions: readonly object[]): Definition =>
  new Definition({ Name: 'L', Statuses, Transitions } as never);

const faults = (definition: Definition) => [...structureFaults(definition)].map(({ message }) => message);

it.each<[string, Definition, readonly string[]]>([
  ['a chain', lifecycle([status('A', initial), status('B')], [move('A', 'B')]), []],
  ['any status as the start', lifecycle([status('A', initial), status('B')], [move(null, 'B')]), []],
  ['a circle', lifecycle([status('A', initial), status('B')], [move('A', 'B'), move('B', 'A')]), []],
  [
    'any status behind another',
    lifecycle([status('A', initial), status('B'), status('C')], [move('A', 'B'), move(null, 'C')]),
    [],
  ],
])('finds no fault in %s', (_, definition, expected) => {
  expect(faults(definition)).toEqual(expected);
});

it.each<[string, Definition, string]>([
  ['no initial status', lifecycle([status('A')], []), 'initial'],
  [
    'two initial statuses',
    lifecycle([status('A', initial), status('B', initial)], [move('A', 'B')]),
    'A is the initial status already',
  ],
  ['a status without a way to it', lifecycle([status('A', initial), status('B')], []), 'B: no transitions lead here'],
  [
    'a way only from itself',
    lifecycle([status('A', initial), status('B')], [move('B', 'B')]),
    'B: no transitions lead here',
  ],
  [
    'a way only from a final initial status',
    lifecycle([status('A', { ...initial, ...final }), status('B')], [move(null, 'B')]),
    'B: no transitions lead here',
  ],
  [
    'a name in two letter cases',
    lifecycle([status('A', initial), { ...status('B'), Name: 'a' }], [move('A', 'B')]),
    'Two statuses are called a',
  ],
])('finds %s', (_, definition, expected) => {
  expect(faults(definition)).toEqual([expect.stringContaining(expected)]);
});

it('remarks on dead ends and on ways out of final statuses', () => {
  const statuses = [status('A', initial), status('B'), status('C', final)];
  expect(lifecycleRemarks(lifecycle(statuses, [move('A', 'B'), move('A', 'C'), move('C', 'A')]))).toEqual([
    "Lifecycle 'L': no transition leaves the status 'B', which is not final.",
    "Lifecycle 'L': the transition 'C-A' leaves the final status 'C'.",
  ]);
  expect(lifecycleRemarks(lifecycle(statuses, [move('A', 'B'), move(null, 'C')]))).toEqual([]);
});
