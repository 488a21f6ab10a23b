import { Args } from '#core/statements/args.js';
import { hookChecks, lookupChecks, ownerInScope, ownerKnown, ruleChecks } from '#core/checks/write-checks.js';
import { entityOf, writer } from '../../records/core/inserts/write-fixture.js';

const customer = entityOf('Customer');
const shown = (checks: ReturnType<typeof hookChecks>) =>
  checks.map(({ group, test: { kind }, code, message, fieldName, reads }) => [
    group,
    kind,
    code,
    message,
    fieldName,
    ...reads,
  ]);

// Requirement: T23
it('checks that a lookup’s target exists, without the reason why not', () => {
  const field = customer.fields.get('regionid')!;
  const used = { field, target: entityOf('Region'), ids: new Args(writer()).add([], 'uuid[]'), matchedBy: [] };
  expect(shown(lookupChecks([{ ...used, mayBeDrafted: false }], 2))).toEqual([
    [2, 'lookup', 'Validation', 'RegionId: there is no such Region.', 'RegionId', 'RegionId'],
  ]);
});

it('requires an active user as owner', () => {
  expect(shown([ownerKnown(1)])).toEqual([
    [1, 'ownerUnknown', 'Validation', 'OwnerId: there is no such active user.', 'OwnerId', 'OwnerId'],
  ]);
});

// Requirement: R94
it.each([
  ['create', 'You may not create Customer records for this owner.'],
  ['update', 'You may not give Customer records to this owner.'],
] as const)('requires an owner in %s scope, unless that is All', (operation, message) => {
  const checksOf = (scope: 'Own' | 'Team' | 'All') =>
    shown(ownerInScope(writer({ Customer: { [operation]: scope } }), customer, 0, operation));
  const check = [0, 'ownerOutOfScope', 'OutOfScope', message, 'OwnerId', 'OwnerId'];
  expect([checksOf('Own'), checksOf('Team'), checksOf('All')]).toEqual([[check], [check], []]);
  expect(ownerInScope(writer(), customer, 0, operation)).toEqual([]);
});

describe('rules and hooks of the definition', () => {
  const rule = [0, 'rule', 'FieldRule', 'Give it a name.', 'Name', 'Name'];
  const hook = [0, 'hook', 'HookRejected', 'The region is closed.', 'RegionId', 'RegionId'];

  // Requirement: R97
  it('apply every rule to every write', () => {
    expect(shown(ruleChecks(writer(), customer, 0, new Args(writer())))).toEqual([rule]);
  });

  // Requirement: R95
  it.each([
    ['Insert', [hook]],
    ['Update', []],
    ['Delete', []],
  ] as const)('apply hooks to the events they name: %s', (event, expected) => {
    expect(shown(hookChecks(writer(), customer, 0, { args: new Args(writer()), event }))).toEqual(expected);
  });

  it('bind their values to the call', () => {
    const args = new Args(writer());
    ruleChecks(writer(), customer, 0, args);
    hookChecks(writer(), customer, 0, { args, event: 'Insert' });
    expect(args.values.slice(8)).toEqual(['nobody', 'closed']);
  });
});
