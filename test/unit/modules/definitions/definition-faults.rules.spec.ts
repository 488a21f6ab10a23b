import type { DefinitionProblem } from '../../../../src/core/definition-checks/definition-problem.js';
import { definitionFaults } from '../../../../src/modules/definitions/definition-faults.rules.js';

const problem = (id: string, message = 'is wrong'): DefinitionProblem => ({
  entityName: 'Rule',
  id,
  name: `R${id}`,
  message,
  fieldName: 'WhereClause',
});

it('what was written is at fault itself, and alone', () => {
  expect(definitionFaults([problem('1'), problem('2')], new Set(['1']), [])).toEqual([
    { code: 'Validation', message: 'is wrong', fieldName: 'WhereClause', recordId: '1' },
  ]);
});

it('what others are left with names each user once (T59)', () => {
  expect(definitionFaults([problem('1'), problem('1', 'is wrong twice'), problem('2')], new Set(), [])).toEqual([
    { code: 'DeleteBlocked', message: "Rule 'R1' uses it: is wrong", params: { Kind: 'Rule', Name: 'R1', Count: 1 } },
    { code: 'DeleteBlocked', message: "Rule 'R2' uses it: is wrong", params: { Kind: 'Rule', Name: 'R2', Count: 1 } },
  ]);
});

it('what was wrong before is not the fault of this write', () => {
  expect(definitionFaults([problem('1')], new Set(['9']), [problem('1')])).toEqual([]);
});
