import type { Fault } from '../../../../src/core/errors.js';
import type { JsonObject } from '../../../../src/core/json/json.js';
import type { BatchStep } from '../../../../src/modules/batch/batch-command.js';
import { withNewDefinitions } from '../../../../src/modules/batch/new-definitions.rules.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';

const step = (body: JsonObject): BatchStep => ({ operation: 'Insert', body });
const DEFINES = step({ EntityName: 'Entity' });
const unknown: Fault = { code: 'UnknownEntity', message: "There is no entity 'Zed'." };
const other: Fault = { code: 'FieldRule', message: 'Name is required.' };

it.each<[string, readonly Fault[], readonly BatchStep[], boolean]>([
  ['an unknown entity after a definition', [unknown, other], [DEFINES], true],
  ['an unknown entity after other records', [unknown], [step({ EntityName: 'Customer' })], false],
  ['an unknown entity in the first step', [unknown], [], false],
  ['another fault after a definition', [other], [DEFINES], false],
])('finds %s', (_, faults, earlier, isExplained) => {
  const [first, ...rest] = withNewDefinitions(fixtureContext(), faults, earlier);
  expect(first.message.includes('the next request')).toBe(isExplained);
  expect(rest).toEqual(faults.slice(1));
});
