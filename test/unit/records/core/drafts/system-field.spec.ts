import { SYSTEM_FIELD_NAMES } from '#core/catalogue/system-fields.js';
import { writeSystemField } from '#records/core/drafts/system-field.js';
import { jsonOf } from '../../../../support/json-of.js';
import { draftOf, entityOf, givenId, INITIAL_STATUS } from '../inserts/write-fixture.js';

const ID = givenId(1);
const order = () => draftOf('Order', { CustomerId: givenId(2) }).groups[0].rows[0];

function write(name: string, value: unknown, drafted: readonly string[] = []) {
  const row = order();
  const field = entityOf('Order').fields.get(name.toLowerCase())!;
  const problem = writeSystemField(row, field, jsonOf(value), new Map(drafted.map((id) => [id, row])));
  return { row, problem };
}

// Requirement: R31, R71, T24, T35
it('accepts a free Id, an owner and the initial status of a new record', () => {
  expect(write('Id', ID.toUpperCase()).row.id).toBe(ID);
  expect(write('OwnerId', ID).row.ownerId).toBe(ID);
  expect(write('StatusId', INITIAL_STATUS)).toMatchObject({ problem: undefined, row: { statusId: INITIAL_STATUS } });
});

it.each<[string, unknown, string]>([
  ['Id', null, 'Id must be a UUID.'],
  ['Id', 7, 'Id must be a UUID.'],
  ['OwnerId', 'ann', 'OwnerId must be a UUID.'],
  ['Id', givenId(3), 'Id is used twice in this request.'],
  ['StatusId', ID, 'StatusId is changed through the status endpoints; on insert only the initial status is accepted.'],
  ['StatusId', 'open', 'StatusId must be a UUID.'],
  ['StatusId', null, 'StatusId cannot be null. Leave it out: a new record takes the initial status by itself.'],
])('%s refuses %j', (name, value, problem) => {
  expect(write(name, value, [givenId(3)]).problem).toBe(problem);
});

// Requirement: R71
it.each(SYSTEM_FIELD_NAMES.filter((name) => !['Id', 'OwnerId', 'StatusId'].includes(name)))(
  'refuses %s, which only the service sets',
  (name) => {
    expect(write(name, ID).problem).toBe(`${name} is set by the service and cannot be written.`);
  },
);
