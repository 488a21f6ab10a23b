import { shapeOf } from '#core/criteria/criterion.js';
import { Faults } from '#core/errors.js';
import type { Assignment } from '#core/requests/assignments.js';
import { keyMatcher, matchedRule, readKey } from '#records/core/batch/match-on.js';
import { jsonOf } from '../../../../support/json-of.js';
import { entityOf, givenId, writer } from '../inserts/write-fixture.js';

const order = entityOf('Order');

const assigned = (fields: Readonly<Record<string, unknown>>): readonly Assignment[] =>
  Object.entries(fields).map(([name, value], i) => ({ name, value: jsonOf(value), path: `Fields[${i}]` }));

it.each<[readonly string[], string | undefined]>([
  [['Id'], 'Id'],
  [['title', 'CUSTOMERID'], 'CustomerId,Title'],
  [['Title'], undefined],
  [['CustomerId', 'Title', 'Id'], undefined],
  [['CustomerId', 'CustomerId'], undefined],
  [['Number'], undefined],
  [[], undefined],
])('finds for %j the rule %s', (matchOn, names) => {
  const faults = new Faults();
  expect(
    matchedRule(order, matchOn, faults)
      ?.map(({ name }) => name)
      .join(),
  ).toBe(names);
  const message = 'MatchOn must name a unique rule of Order: [Id], [CustomerId, Title].';
  expect(faults.list).toEqual(names ? [] : [{ code: 'Validation', message, path: 'MatchOn' }]);
});

const key = (fields: Readonly<Record<string, unknown>>, names = ['CustomerId', 'Title']) => {
  const faults = new Faults();
  const rule = matchedRule(order, names, faults)!;
  return { parts: readKey(writer(), order, { rule, assignments: assigned(fields) }, faults), faults: faults.list };
};

it('reads the values of the rule as its fields do, and compares a Match at the target', () => {
  const { parts, faults } = key({
    Title: 'x',
    customerid: { Match: { FieldName: 'RecordInformationId', Value: givenId(1) } },
  });
  expect(parts.map(({ path, value }) => [path.name, value])).toEqual([
    ['CustomerId.RecordInformationId', givenId(1)],
    ['Title', 'x'],
  ]);
  expect(faults).toEqual([]);
});

it.each([
  ['no value', { Title: 'x' }, 'Fields'],
  ['null', { CustomerId: null, Title: 'x' }, 'Fields[0]'],
  ['empty text', { CustomerId: givenId(1), Title: '' }, 'Fields[1]'],
  ['another type', { CustomerId: 'x', Title: 'x' }, 'Fields[0]'],
  ['a target to create', { CustomerId: { Name: 'x' }, Title: 'x' }, 'Fields[0]'],
])('refuses %s', (_, fields, path) => {
  const { parts, faults } = key(fields);
  expect([parts.length, faults.map((fault) => fault.path)]).toEqual([1, [path]]);
});

it('matches on the whole key, which is an identity', () => {
  const { parts } = key({ CustomerId: givenId(1), Title: 'x' });
  const { criterion, args, identity, expectedVersion } = keyMatcher(writer(), parts, '3')();
  expect(shapeOf(criterion)).toBe('all(CustomerId EqualTo[$8:uuid],Title EqualTo[$9:text])');
  expect(args.values.slice(8)).toEqual([givenId(1), 'x']);
  expect([identity, expectedVersion]).toEqual([[criterion], '3']);
});
