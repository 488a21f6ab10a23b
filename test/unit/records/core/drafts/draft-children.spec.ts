import type { UpdateDraft } from '#records/core/drafts/update-draft.js';
import { givenId, told, updateOf, writer } from '../inserts/write-fixture.js';

const ID = givenId(1);
const childrenOf = (value: unknown): UpdateDraft['children'][number] => updateOf('Order', { Lines: value }).children[0];

// See docs/interface/records.md#children-in-an-update
it('reads deleted, changed and created children, each with its path', () => {
  const { relation, deletes, updates, created, roots } = childrenOf({
    Delete: [ID],
    Update: [
      [
        { FieldName: 'Id', Value: givenId(2) },
        { FieldName: 'Quantity', Value: 2 },
      ],
    ],
    Create: [{ Quantity: 3 }],
  });
  expect(relation.name).toBe('Lines');
  expect(deletes).toEqual([{ id: ID, path: 'Fields[0].Value.Delete[0]' }]);
  expect(updates).toMatchObject([
    { id: givenId(2), path: 'Fields[0].Value.Update[0]', prepared: { draft: { settings: [{ value: '2' }] } } },
  ]);
  expect(roots).toEqual(created.groups[0].rows);
  expect(roots[0].values.get('Quantity')).toBe('3');
});

it('needs only the scopes of the requested operations', () => {
  const ctx = writer({ Order: { update: 'All' }, Line: { update: 'All' } });
  const named = { Update: [{ Id: ID, Quantity: 1 }] };
  expect(updateOf('Order', { Lines: named }, ctx).nested.faults).toEqual([]);
  expect(() => updateOf('Order', { Lines: { Delete: [ID] } }, ctx)).toThrow('You have no delete access to Line.');
  expect(() => updateOf('Order', { Lines: { Create: [{}] } }, ctx)).toThrow('You have no create access to Line.');
});

it.each<[string, unknown, string]>([
  [
    'an Id twice',
    { Delete: [ID, ID] },
    'Validation Fields[0].Value.Delete[1]: Fields[0].Value.Delete[1]: this record is named twice.',
  ],
  [
    'no Id',
    { Update: [{}] },
    'Validation Fields[0].Value.Update[0]: Fields[0].Value.Update[0]: a record to update must have its Id.',
  ],
  [
    'another parent',
    { Update: [{ Id: ID, OrderId: ID }] },
    'Validation Fields[0].Value.Update[0].OrderId: OrderId is set by the parent record.',
  ],
  ['a member nobody knows', { Insert: [] }, "UnknownMember Fields[0].Value.Insert: Unknown member 'Insert'."],
])('refuses %s', (_, value, fault) => {
  expect(told(updateOf('Order', { Lines: value }).nested.faults)).toEqual([fault]);
});
