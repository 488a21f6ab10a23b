import { scopeOfWorkflow, innerScopeOf, placeOfStep } from '#automation/core/runs/workflow-scope.js';
import { buildWorkflow } from '#core/compile/build-workflow.js';

const workflow = buildWorkflow({
  Actions: [
    { Name: 'Before', Type: 'RunQuery' },
    {
      Name: 'Each',
      Type: 'ForEach',
      Do: [{ Name: 'If', Type: 'Condition', Then: [{ Name: 'Inner', Type: 'InsertRecord' }] }],
    },
  ],
});

it('keeps the rights of the service for all that runs inside', () => {
  const [caller, service] = [
    { ...workflow, runAs: 'Caller' as const },
    { ...workflow, runAs: 'Service' as const },
  ];
  const inCaller = innerScopeOf(scopeOfWorkflow(caller, {}), caller, {}, []);
  const inService = innerScopeOf(scopeOfWorkflow(caller, {}), service, {}, []);
  expect([inCaller, inService, innerScopeOf(inService, caller, {}, [])]).toMatchObject([
    { depth: 1, isOfService: false },
    { depth: 1, isOfService: true },
    { depth: 2, isOfService: true },
  ]);
});

describe('The place of a step', () => {
  it('has the iterations of the loops around its action only', () => {
    const frame = scopeOfWorkflow(workflow, {});
    expect(placeOfStep(frame, 'before', [4])).toEqual({ path: 'Actions[0]', iterations: [] });
    expect(placeOfStep(frame, 'INNER', [4])).toEqual({ path: 'Actions[1].Do[0].Then[0]', iterations: [4] });
  });

  it('has the iterations around an inner workflow first', () => {
    const frame = innerScopeOf(scopeOfWorkflow(workflow, {}), workflow, {}, [7]);
    expect(placeOfStep(frame, 'Before', [7, 4])).toEqual({ path: 'Actions[0]', iterations: [7] });
    expect(placeOfStep(frame, 'Inner', [7, 4])?.iterations).toEqual([7, 4]);
  });

  it('is unknown for an unknown action', () => {
    expect(placeOfStep(scopeOfWorkflow(workflow, {}), 'Other', [])).toBeUndefined();
  });
});
