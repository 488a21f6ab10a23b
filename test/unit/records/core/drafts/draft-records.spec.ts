import { DomainError } from '#core/errors.js';
import { CALLER } from '../../../../support/fixture-catalogue.js';
import {
  draftOf,
  entityOf,
  givenId,
  INITIAL_STATUS,
  madeId,
  newDrafter,
  told,
  writer,
} from '../inserts/write-fixture.js';

const CUSTOMER = givenId(1);

describe('one record', () => {
  // Requirement: R70, R94, R178
  it('reads typed values, defaults, generated ids, the caller as owner and the initial status', () => {
    const { groups, faults } = draftOf('Customer', { name: 'Contoso', RegionId: givenId(2).toUpperCase() });
    expect(faults).toEqual([]);
    expect(groups[0].rows[0]).toMatchObject({
      id: madeId(1),
      recordInformationId: madeId(2),
      values: new Map<string, unknown>([
        ['Name', 'Contoso'],
        ['RegionId', givenId(2)],
        ['Grade', 'B'],
      ]),
      ownerId: CALLER.userId,
      statusId: null,
    });
    expect(draftOf('Order', { CustomerId: CUSTOMER }).groups[0].rows[0].statusId).toBe(INITIAL_STATUS);
  });

  it('leaves the owner to the statement where an existing target determines it (OwnerFrom)', () => {
    expect(draftOf('Order', { CustomerId: CUSTOMER }).groups[0].rows[0].ownerId).toBeNull();
    expect(draftOf('Order', { CustomerId: { Name: 'New' } }).groups[0].rows[0].ownerId).toBe(CALLER.userId);
  });

  // Requirement: R33
  it.each<[string, object, string[]]>([
    [
      'an unknown field',
      { Name: 'a', Nmae: 'b' },
      ["UnknownField Fields[1]: Customer has no field or relation 'Nmae'. Did you mean 'Name'?"],
    ],
    ['a field twice', { Name: 'a', name: 'b' }, ['Validation Fields[1]: Name is assigned twice.']],
    [
      'a system field',
      { Name: 'a', RowVersion: 1 },
      ['Validation Fields[1]: RowVersion is set by the service and cannot be written.'],
    ],
    ['a value of another type', { Name: 5 }, ['Validation Fields[0]: Name must be text, not 5.']],
    [
      'a broken rule',
      { Name: 'longer than ten' },
      ['FieldRule Fields[0]: Name must have at most 10 characters, not 15.'],
    ],
    ['a required field that is absent', {}, ['FieldRule Fields: Name is required.']],
    ['a required field that is null, once', { Name: null }, ['FieldRule Fields[0]: Name is required.']],
    // Requirement: R96
    [
      'everything at once',
      { Grade: 'C', Nix: 1, RegionId: 'x' },
      [
        "FieldRule Fields[0]: Grade must be one of A, B (did you mean 'A'?), not text 'C'.",
        "UnknownField Fields[1]: Customer has no field or relation 'Nix'.",
        `Validation Fields[2]: RegionId must be a UUID, not text 'x'. To give it by Name, write {"Match":{"FieldName":"Name","Value":"x"}}.`,
        'FieldRule Fields: Name is required.',
      ],
    ],
  ])('refuses %s', (_, fields, faults) => {
    expect(told(draftOf('Customer', fields).faults)).toEqual(faults);
  });

  it('refuses an automatic number', () => {
    expect(told(draftOf('Order', { CustomerId: CUSTOMER, Number: 'O-1' }).faults)).toEqual([
      'Validation Fields[1]: Number is set by the service.',
    ]);
  });
});

// Requirement: R100, T22
describe('children', () => {
  const lines = [
    { Quantity: 1 },
    [{ FieldName: 'Quantity', Value: 2 }],
    { Fields: [{ FieldName: 'Quantity', Value: 3 }] },
  ];

  it.each(['Lines', 'lines', 'Line', 'LINE'])(
    'may name relation or child entity %s, in each form of a record',
    (name) => {
      const { groups, faults } = draftOf('Order', { CustomerId: CUSTOMER, [name]: lines });
      expect(faults).toEqual([]);
      expect(groups[1].rows.map(({ values }) => [...values])).toEqual(
        ['1', '2', '3'].map((quantity) => [
          ['OrderId', madeId(1)],
          ['Quantity', quantity],
        ]),
      );
    },
  );

  it('carry the Id given to their parent, wherever it stands', () => {
    const { groups } = draftOf('Order', { Lines: [{}], CustomerId: CUSTOMER, Id: givenId(9) });
    expect(groups[1].rows[0].values.get('OrderId')).toBe(givenId(9));
  });

  it.each<[string, object, string]>([
    ['no array', { Lines: {} }, 'Validation Fields[1]: Lines takes an array of records, not an object.'],
    [
      'no record',
      { Lines: [5] },
      'Validation Fields[1].Value[0]: Fields[1].Value[0] must be an object or an array of field assignments, not a number.',
    ],
    [
      'no assignment',
      { Lines: [[{ Name: 'x' }]] },
      'Validation Fields[1].Value[0].Fields[0]: Fields[1].Value[0].Fields[0] must be {"FieldName": …, "Value": …}, not an object.',
    ],
    [
      'a lookup to the parent',
      { Lines: [{ OrderId: givenId(3) }] },
      'Validation Fields[1].Value[0].OrderId: OrderId is set by the parent record.',
    ],
    [
      'a fault deep inside',
      { Lines: [{}, [{ FieldName: 'Quantity', Value: 'ten' }]] },
      "Validation Fields[1].Value[1].Fields[0]: Quantity must be a whole number, not text 'ten'.",
    ],
  ])('are refused with their path: %s', (_, fields, fault) => {
    expect(told(draftOf('Order', { CustomerId: CUSTOMER, ...fields }).faults)).toEqual([fault]);
  });

  // See docs/interface/records.md#names-of-relations
  it('are refused as ambiguous where several relations lead to the child entity', () => {
    expect(told(draftOf('Customer', { Name: 'a', Order: [{}] }).faults)).toEqual([
      'Validation Fields[1]: Several relations lead to Order; name one of: Orders, BilledOrders.',
    ]);
  });

  it('need create scope of their own, checked first', () => {
    const ctx = writer({ Order: { create: 'All' } });
    expect(() => draftOf('Order', { CustomerId: CUSTOMER, Lines: [{}] }, ctx)).toThrow(
      'You have no create access to Line.',
    );
  });
});

describe('limits', () => {
  const nested = (levels: number): object =>
    levels === 0 ? {} : { BilledOrders: [{ CustomerId: { Name: 'x', ...nested(levels - 2) } }] };

  it('allow five levels and no more', () => {
    expect(draftOf('Customer', { Name: 'a', ...nested(4) }).faults).toEqual([]);
    expect(told(draftOf('Customer', { Name: 'a', ...nested(6) }).faults)).toEqual([
      expect.stringMatching(/^Validation Fields\[1\]\S+CustomerId: Records nest at most 5 levels deep\.$/),
    ]);
  });

  it('allow 1,000 nested records on all levels together', () => {
    const order = (lines: number) => ({ Title: 'x', Lines: Array.from({ length: lines }, () => ({})) });
    const two = (lines: number) => ({ Name: 'a', Orders: [order(lines), order(500)] });
    expect(draftOf('Customer', two(498)).groups.map(({ rows }) => rows.length)).toEqual([1, 2, 998]);
    expect(() => draftOf('Customer', two(499))).toThrow(
      expect.objectContaining({ code: 'TooManyRows', message: 'One write takes at most 1000 nested records.' }),
    );
  });

  it('do not count separate records, as in definition files', () => {
    const drafter = newDrafter(writer());
    for (let i = 0; i < 1_200; i++) drafter.add(entityOf('Tag'), []);
    expect(drafter.finish().groups[0].rows).toHaveLength(1_200);
  });
});

describe('lookups', () => {
  // Requirement: R101
  it('create their target, or change the one whose Id they name', () => {
    const { groups, inlineUpdates } = draftOf('Order', {
      CustomerId: { Name: 'New' },
      BillToId: [
        { FieldName: 'Id', Value: CUSTOMER },
        { FieldName: 'Name', Value: 'Changed' },
      ],
    });
    const [order, customer] = groups.map(({ rows }) => rows[0]);
    expect(order.values.get('CustomerId')).toBe(customer.id);
    expect(order.values.get('BillToId')).toBe(CUSTOMER);
    expect(inlineUpdates).toMatchObject([{ id: CUSTOMER, assignments: [{ name: 'Name', value: 'Changed' }] }]);
  });

  it('refuse records the caller may not create', () => {
    const ctx = writer({ Order: { create: 'Own' }, Customer: { read: 'All' } });
    expect(() => draftOf('Order', { CustomerId: { Name: 'New' } }, ctx)).toThrow(DomainError);
  });
});
