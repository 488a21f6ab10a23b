import { movesOwner } from '#records/core/drafts/update-draft.js';
import { entityOf, givenId, told, updateOf, writer } from '../inserts/write-fixture.js';

const ID = givenId(1);

// Requirement: R33, R103
it('reads typed values, null included, and no defaults', () => {
  const { settings } = updateOf('Customer', { name: 'New', REGIONID: null });
  expect(settings.map(({ field, value, path }) => [field.name, value, path])).toEqual([
    ['Name', 'New', 'Fields[0]'],
    ['RegionId', null, 'Fields[1]'],
  ]);
});

// Requirement: R101
it('reads lookups in each form', () => {
  const { settings, inlineUpdates, nested } = updateOf('Order', {
    CustomerId: { Id: ID, Name: 'Changed' },
    BillToId: { Name: 'New' },
  });
  expect(settings.map(({ value }) => value)).toEqual([ID, nested.groups[0].rows[0].id]);
  expect(inlineUpdates).toMatchObject([{ id: ID, assignments: [{ name: 'Name' }] }]);
  const [match] = updateOf('Tag', { RegionId: { Match: { FieldName: 'Name', Value: 'North' } } }).settings;
  expect([match.value, match.matchedBy?.name]).toEqual(['North', 'Name']);
});

it.each<[string, string, object, string]>([
  [
    'an unknown field',
    'Customer',
    { Nmae: 'x' },
    "UnknownField Fields[0]: Customer has no field or relation 'Nmae'. Did you mean 'Name'?",
  ],
  ['a field twice', 'Customer', { Name: 'x', NAME: 'y' }, 'Validation Fields[1]: Name is assigned twice.'],
  ['a required field that is cleared', 'Customer', { Name: '' }, 'FieldRule Fields[0]: Name is required.'],
  // Requirement: R113, T35
  [
    'the status',
    'Order',
    { StatusId: ID },
    'Validation Fields[0]: StatusId is changed through the status endpoints and cannot be written.',
  ],
  ['the Id', 'Order', { Id: ID }, 'Validation Fields[0]: Id is set by the service and cannot be written.'],
  ['an automatic number', 'Order', { Number: 'O-1' }, 'Validation Fields[0]: Number is set by the service.'],
  [
    'an array of children',
    'Order',
    { Lines: [] },
    'Validation Fields[0]: Lines takes {"Create": [records], "Update": [records with their Id], "Delete": [Ids]}, not an array.',
  ],
  [
    'an owner who is no id',
    'Order',
    { OwnerId: 'ann' },
    "Validation Fields[0]: OwnerId must be a UUID, not text 'ann'.",
  ],
])('refuses %s', (_, entity, fields, fault) => {
  expect(told(updateOf(entity, fields).nested.faults)).toEqual([fault]);
});

// See docs/interface/access.md#writable-fields
it('refuses a field that no role of the caller may set, naming it', () => {
  const ctx = writer({ Customer: { update: 'All', writable: new Set(['Name']) } });
  const { settings, nested } = updateOf('Customer', { Name: 'x', Code: 'y' }, ctx);
  expect(settings.map(({ field }) => field.name)).toEqual(['Name']);
  expect(nested.faults).toMatchObject([{ fieldName: 'Code', path: 'Fields[1]' }]);
});

it.each([
  ['Order', { OwnerId: ID }, true],
  ['Order', { CustomerId: ID }, true],
  ['Order', { BillToId: ID }, false],
  ['Tag', { RegionId: ID }, false],
])('finds that an update of %s by %j changes the owner: %s', (entity, fields, moves) => {
  expect(movesOwner({ entity: entityOf(entity), settings: updateOf(entity, fields).settings })).toBe(moves);
});
