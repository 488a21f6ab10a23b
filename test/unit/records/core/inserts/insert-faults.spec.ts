import { foundFaults } from '#records/core/inserts/insert-faults.js';
import { planInsert } from '#records/core/inserts/plan-insert.js';
import { draftOf, givenId, told, writer } from './write-fixture.js';

/** Faults of a customer with two orders; the found checks are looked up by kind, since their numbers are the plan's. */
function faults(found: readonly (readonly [kind: string, row: number])[], customer: object = {}): string[] {
  const lines = [{ Quantity: 1 }, { OrderId: givenId(9) }];
  const fields = { Name: 'x', RegionId: givenId(1), ...customer, Orders: [{ Title: 'a', Lines: lines }] };
  const plan = planInsert(writer(), draftOf('Customer', fields), { mode: 'explain' });
  const numbers = found.map(([kind, row]) => [plan.checks.findIndex(({ test }) => test.kind === kind), row]);
  return told(foundFaults(plan, JSON.stringify(numbers)));
}

it('finds no fault without findings', () => {
  expect(foundFaults(planInsert(writer(), draftOf('Tag', {}), { mode: 'store' }), null)).toEqual([]);
});

it('places a fault at the assignment of the field, else at its record', () => {
  expect(
    faults([
      ['lookup', 0],
      ['rule', 0],
      ['unique', 0],
    ]),
  ).toEqual([
    'Validation Fields[1]: RegionId: there is no such Region.',
    'FieldRule Fields[0]: Give it a name.',
    'Conflict Fields: Another record already has this value of Id.',
  ]);
  expect(faults([['unique', 1]])).toEqual([
    'Conflict Fields[2].Value[0]: Another record already has this value of Id.',
  ]);
});

it('reports nothing more about a field whose value was refused', () => {
  expect(
    faults(
      [
        ['rule', 0],
        ['hook', 0],
      ],
      { Name: 'far too long a name' },
    ),
  ).toEqual(['HookRejected Fields[1]: The region is closed.']);
});
