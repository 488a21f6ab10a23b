import { type DefinitionSet, NO_DEFINITIONS } from '#core/catalogue/definition.js';
import { handlerProblems } from '#definitions/core/apply/handler-problems.js';

const definitions = (Handler?: string): DefinitionSet => ({
  ...NO_DEFINITIONS,
  entities: [{ EntityName: 'Note', Hooks: [{ Id: '1', Name: 'H', ...(Handler !== undefined && { Handler }) }] }],
});

it('refuses an unknown handler with a suggestion', () => {
  const [problem, ...rest] = handlerProblems(definitions('TestDelya'), {
    hooks: ['TestDelay', 'CreditPolicy'],
    afterCommit: [],
  });
  expect(rest).toEqual([]);
  expect(problem).toMatchObject({ entityName: 'Hook', id: '1', fieldName: 'Handler' });
  expect(problem.message).toMatch(/no handler 'TestDelya'.*TestDelay/);
});

it.each([['TestDelay'], [undefined]])('accepts %s', (handler) => {
  expect([...handlerProblems(definitions(handler), { hooks: ['TestDelay'], afterCommit: [] })]).toEqual([]);
});
