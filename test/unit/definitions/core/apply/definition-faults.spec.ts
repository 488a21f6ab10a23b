import type { DefinitionProblem } from '#definitions/core/checks/definition-problem.js';
import { definitionFaults } from '#definitions/core/apply/definition-faults.js';

const problem = (id: string, message = 'is wrong'): DefinitionProblem => ({
  entityName: 'Rule',
  id,
  name: `R${id}`,
  message,
  fieldName: 'WhereClause',
});

it('reports only a written definition that is faulty itself', () => {
  expect(definitionFaults([problem('1'), problem('2')], new Set(['1']), [])).toEqual([
    { code: 'Validation', message: 'is wrong', fieldName: 'WhereClause', recordId: '1' },
  ]);
});

// Requirement: T59
it('names each user of a definition that is left faulty once', () => {
  expect(definitionFaults([problem('1'), problem('1', 'is wrong twice'), problem('2')], new Set(), [])).toEqual([
    { code: 'DeleteBlocked', message: "Rule 'R1' uses it: is wrong", params: { Kind: 'Rule', Name: 'R1', Count: 1 } },
    { code: 'DeleteBlocked', message: "Rule 'R2' uses it: is wrong", params: { Kind: 'Rule', Name: 'R2', Count: 1 } },
  ]);
});

it('ignores faults that existed before', () => {
  expect(definitionFaults([problem('1')], new Set(['9']), [problem('1')])).toEqual([]);
});
