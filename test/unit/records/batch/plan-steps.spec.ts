import type { Fault } from '#core/errors.js';
import type { JsonObject } from '#core/json/json.js';
import type { BatchStep } from '#records/core/batch/batch-command.js';
import { definesNames, withNewDefinitions } from '#records/batch/plan-steps.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';

const step = (body: JsonObject): BatchStep => ({ operation: 'Insert', body });
const DEFINES = step({ EntityName: 'Entity' });
const unknown: Fault = { code: 'UnknownEntity', message: "There is no entity 'Zed'." };
const other: Fault = { code: 'FieldRule', message: 'Name is required.' };

it.each<[string, readonly BatchStep[], boolean]>([
  ['a definition', [DEFINES], true],
  ['a definition and other records', [step({ EntityName: 'Customer' }), DEFINES], true],
  ['other records', [step({ EntityName: 'Customer' })], false],
  ['a body without EntityName', [step({})], false],
])('tells whether %s may define names', (_, steps, defines) => {
  expect(steps.some((each) => definesNames(fixtureContext(), each))).toBe(defines);
});

it('explains faults about unknown names only', () => {
  const [first, second] = withNewDefinitions([unknown, other]);
  expect(first.message).toContain('the next request');
  expect(second).toEqual(other);
});
