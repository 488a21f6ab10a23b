import type { DraftRow } from '#records/core/drafts/draft.js';
import { draftOf, givenId, told, updateOf } from '../inserts/write-fixture.js';

const FIELDS = [{ FieldName: 'Name' }];
const named = (more: object) => draftOf('Index', { Name: 'A', Fields: FIELDS, ...more });
const rowOf = (more: object): DraftRow => named(more).groups[0].rows[0];
/** Unique field and value of the entity that a row's lookup matches. */
const matched = ({ matches }: DraftRow) =>
  [...matches].map(([lookup, { field, value }]) => [lookup, `${field.entityName}.${field.name}`, value]);

describe('the name of an entity that a lookup refers to', () => {
  it('is a match of the lookup that was left out, in the spelling of the entity', () => {
    const row = rowOf({ EntityName: 'cUSTOMER' });
    expect(row.values.get('EntityName')).toBe('Customer');
    expect(matched(row)).toEqual([['EntityId', 'Entity.EntityName', 'Customer']]);
    expect(named({ EntityName: 'cUSTOMER' }).faults).toEqual([]);
  });

  it.each([[{ EntityId: givenId(1), EntityName: 'customer' }], [{ EntityName: 'customer', EntityId: givenId(1) }]])(
    'stands beside the lookup in %j',
    (more) => {
      const row = rowOf(more);
      expect(matched(row)).toEqual([]);
      expect([row.values.get('EntityId'), row.values.get('EntityName')]).toEqual([givenId(1), 'Customer']);
    },
  );

  it('is left to the statement where only the lookup is given', () => {
    const row = rowOf({ EntityId: givenId(1) });
    expect([row.values.has('EntityName'), matched(row)]).toEqual([false, []]);
  });

  it('is that of a parent which the same draft creates', () => {
    const Indexes = [
      { EntityName: 'PARCEL', Name: 'A', Fields: FIELDS },
      { EntityName: 'Customer', Name: 'B', Fields: FIELDS },
    ];
    const { groups, faults } = draftOf('Entity', { EntityName: 'Parcel', Indexes });
    const [, { rows }] = groups;
    expect([faults, rows.map(({ values }) => values.get('EntityName'))]).toEqual([[], ['Parcel', 'Customer']]);
  });

  it.each<[string, object, readonly string[]]>([
    [
      'an unknown name',
      { EntityName: 'Custmer' },
      [`Validation Fields[2]: There is no entity 'Custmer'. Did you mean 'Customer'?`],
    ],
    ['no text', { EntityName: 5 }, ['Validation Fields[2]: EntityName must be text, not 5.']],
    ['neither', {}, ['FieldRule Fields: EntityId is required.']],
    ['no name', { EntityName: null }, ['FieldRule Fields: EntityId is required.']],
    [
      'a lookup that is none',
      { EntityName: 'Customer', EntityId: 'x' },
      [
        `Validation Fields[3]: EntityId must be a UUID, not text 'x'. To give it by EntityName, write {"Match":{"FieldName":"EntityName","Value":"x"}}.`,
      ],
    ],
  ])('is the one fault of %s', (_, more, faults) => {
    expect(told(named(more).faults)).toEqual(faults);
  });

  it('has the spelling of the entity in an update', () => {
    expect(updateOf('Index', { EntityName: 'customer' }).settings).toMatchObject([{ value: 'Customer' }]);
    expect(updateOf('Index', { EntityName: 'Nix' }).settings).toMatchObject([{ value: 'Nix' }]);
  });
});
