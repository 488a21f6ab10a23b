import { ShapeReader } from '#core/shapes/shape-reader.js';
import { readLookup } from '#records/core/drafts/lookup-value.js';
import { jsonOf } from '../../../../support/json-of.js';
import { entityOf, givenId, told, writer } from '../inserts/write-fixture.js';

const ID = givenId(1);

function read(value: unknown, [entity, name]: readonly [entity: string, lookup: string] = ['Tag', 'RegionId']) {
  const field = entityOf(entity).fields.get(name.toLowerCase())!;
  const reader = new ShapeReader(false);
  const assignment = { name, value: jsonOf(value), path: 'Fields[2]' };
  const found = readLookup(writer(), entityOf(field.target!), field, assignment, reader);
  return { found, faults: told(reader.faults.list) };
}

// Requirement: R101
describe('a lookup accepts', () => {
  it.each<[string, unknown, object]>([
    ['an id in any letter case', ID.toUpperCase(), { kind: 'id', id: ID }],
    [
      'a Match on a unique field',
      { Match: { FieldName: 'name', Value: 'North' } },
      { kind: 'match', match: { value: 'North' } },
    ],
    [
      'a Match on the Id',
      { Match: { FieldName: 'Id', Value: ID.toUpperCase() } },
      { kind: 'match', match: { value: ID } },
    ],
    [
      'an object: a new target',
      { Name: 'New' },
      { kind: 'create', assignments: [{ name: 'Name', path: 'Fields[2].Value.Name' }] },
    ],
    [
      'assignments: a new target',
      [{ FieldName: 'Name', Value: 'New' }],
      { kind: 'create', assignments: [{ name: 'Name', path: 'Fields[2].Value.Fields[0]' }] },
    ],
    [
      'an object with Fields',
      { Fields: [{ FieldName: 'Name', Value: 'New' }] },
      { kind: 'create', assignments: [{ name: 'Name' }] },
    ],
    ['nothing but an Id: that target', { id: ID }, { kind: 'id', id: ID }],
    [
      'an Id among others: a change of that target',
      { Name: 'New', ID },
      { kind: 'update', update: { id: ID, assignments: [{ name: 'Name' }], path: 'Fields[2]' } },
    ],
    [
      'a Match beside others: fields of a new target',
      { Match: {}, Name: 'x' },
      { kind: 'create', assignments: [{ name: 'Match' }, { name: 'Name' }] },
    ],
  ])('%s', (_, value, expected) => {
    expect(read(value)).toMatchObject({ found: expected, faults: [] });
  });
});

const UNIQUE = 'Match takes {"FieldName", "Value"} with a unique field of';

describe('a lookup refuses', () => {
  it.each<[string, unknown, string]>([
    [
      'a text that is no UUID',
      'North',
      `Validation Fields[2]: RegionId must be a UUID, not text 'North'. To give it by Name, write {"Match":{"FieldName":"Name","Value":"North"}}.`,
    ],
    ['a number', 5, 'Validation Fields[2]: RegionId must be a UUID, not 5.'],
    [
      'a Match on another field',
      { Match: { FieldName: 'OwnerId', Value: ID } },
      `Validation Fields[2].Value.Match: ${UNIQUE} Region: Id, RecordInformationId, Name.`,
    ],
    [
      'a Match without a field',
      { Match: { Value: ID } },
      `Validation Fields[2].Value.Match: ${UNIQUE} Region: Id, RecordInformationId, Name.`,
    ],
    [
      'a Match on null',
      { Match: { FieldName: 'Name', Value: null } },
      'Validation Fields[2].Value.Match: Match needs text for Region.Name.',
    ],
    [
      'a Match of another type',
      { Match: { FieldName: 'Id', Value: 'x' } },
      'Validation Fields[2].Value.Match: Match needs a UUID for Region.Id.',
    ],
    ['an Id that is none', { Id: 'x', Name: 'y' }, "Validation Fields[2].Value.Id: Id must be a UUID, not text 'x'."],
    [
      'no assignments',
      [5],
      'Validation Fields[2].Value.Fields[0]: Fields[2].Value.Fields[0] must be {"FieldName": …, "Value": …}, not a number.',
    ],
  ])('%s', (_, value, fault) => {
    expect(read(value).faults).toEqual([fault]);
  });
});

it('users, teams and statuses cannot be created through a lookup', () => {
  const manager = ['User', 'ManagerId'] as const;
  expect(read({ UserName: 'new' }, manager).faults).toEqual([
    'Validation Fields[2]: ManagerId takes the Id of a User or a Match.',
  ]);
  expect(read({ Match: { FieldName: 'UserName', Value: 'ann' } }, manager).found.kind).toBe('match');
});
