import { firstRow } from '#core/catalogue/run.js';
import { allActions } from '#core/catalogue/workflow.js';
import { buildWorkflow } from '#core/compile/build-workflow.js';

describe('A workflow', () => {
  it.each([
    ['Manual', 'Caller'],
    ['AfterTransition', 'Service'],
    ['Triggered', 'Service'],
    ['Scheduled', 'Service'],
  ])('of type %s has the rights of %s by default', (Type, runAs) => {
    expect(buildWorkflow({ Type }).runAs).toBe(runAs);
    expect(buildWorkflow({ Type, RunAs: 'Caller' }).runAs).toBe('Caller');
  });

  it('knows each action with its place, inner ones included', () => {
    const { actions } = buildWorkflow({
      Actions: [
        { Name: 'A', Type: 'Condition', Then: [{ Name: 'B', Type: 'Zip' }], Else: [{ Name: 'C', Type: 'Zip' }] },
        { Name: 'D', Type: 'ForEach', OnError: 'Continue', Do: [{ Name: 'E', Type: 'Zip' }] },
      ],
    });
    expect([...allActions(actions)].map(({ name, path, onError }) => `${name} ${path} ${onError}`)).toEqual([
      'A Actions[0] Fail',
      'B Actions[0].Then[0] Fail',
      'C Actions[0].Else[0] Fail',
      'D Actions[1] Continue',
      'E Actions[1].Do[0] Fail',
    ]);
  });

  it('survives definitions of any shape', () => {
    for (const Actions of [null, 'x', {}, [null, 'x', [], {}]]) expect(() => buildWorkflow({ Actions })).not.toThrow();
    expect(buildWorkflow({ Tokens: 'x' }).tokens).toEqual([]);
  });

  it('gives tokens the first row of a result', () => {
    expect(firstRow([{ A: 1 as never }, {}])).toEqual({ A: 1 });
    expect(firstRow({ A: 'x' })).toEqual({ A: 'x' });
    for (const output of [[], null, 'x', [['x']]]) expect(firstRow(output)).toBeUndefined();
  });
});
