import { AFTER_COMMIT } from '#core/catalogue/entity.js';
import { Definition, type DefinitionSet } from '#core/catalogue/definition.js';
import type { DefinitionProblem } from '#definitions/core/checks/definition-problem.js';
import { didYouMean } from '#core/nearest.js';

/**
 * Finds hooks with an unknown handler.
 * @param registered names of the registered handlers: of hooks inside of writes, and of those behind the commit
 */
export function* handlerProblems(
  { entities }: DefinitionSet,
  registered: { readonly hooks: readonly string[]; readonly afterCommit: readonly string[] },
): Generator<DefinitionProblem> {
  for (const entity of entities.map((json) => new Definition(json))) {
    for (const hook of entity.objects('Hooks').map((json) => new Definition(json))) {
      const handler = hook.text('Handler');
      const handlers = hook.texts('Events').includes(AFTER_COMMIT) ? registered.afterCommit : registered.hooks;
      if (handler === undefined || handlers.includes(handler)) continue;
      const name = `${entity.text('EntityName')}, ${hook.text('Name')}`;
      const known = handlers.length > 0 ? ` It has ${handlers.join(', ')}.` : '';
      const message = `${name}: this service has no handler '${handler}'.${didYouMean(handler, handlers)}${known}`;
      yield { entityName: 'Hook', id: hook.text('Id') ?? '', name, fieldName: 'Handler', message };
    }
  }
}
