import { Definition } from '#core/catalogue/definition.js';
import { touchedLifecycles } from '#definitions/core/apply/touched-lifecycles.js';

const lifecycles = [{ Id: 'L', Statuses: [{ Id: 'S' }], Transitions: [{ Id: 'T' }] }];
const change = (entityName: string, id: string, old = {}, now = {}) => {
  return { entityName, id, old: new Definition(old), new: new Definition(now) };
};

it.each([
  ['the lifecycle itself', change('Lifecycle', 'L'), ['L']],
  ['an updated part, whose change has only what changed', change('Status', 'S', { Name: 'a' }, { Name: 'b' }), ['L']],
  ['a deleted part, which is no longer there', change('Transition', 'X', { LifecycleId: 'L' }), ['L']],
  ['a new part', change('Status', 'N', {}, { LifecycleId: 'L' }), ['L']],
  ['a part of a lifecycle that went along', change('Status', 'Y'), []],
  ['another definition', change('Field', 'S'), []],
])('finds the lifecycle of %s', (_, each, expected) => {
  expect([...touchedLifecycles(lifecycles, [each])]).toEqual(expected);
});
