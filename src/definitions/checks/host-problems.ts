import { Definition, type DefinitionSet } from '#core/catalogue/definition.js';
import type { DefinitionProblem } from '#definitions/core/checks/definition-problem.js';
import { DeliveryError } from '#platform/outbound/delivery.errors.js';
import { parseTarget } from '#platform/outbound/target.js';
import { coversHost, type HostPattern } from '#platform/process/config/host-pattern.js';

/** Finds hooks whose `Url` is malformed or leads to a host that the operator does not list. */
export function* hostProblems(
  { entities }: DefinitionSet,
  allowed: readonly HostPattern[],
): Generator<DefinitionProblem> {
  for (const entity of entities.map((json) => new Definition(json))) {
    for (const hook of entity.objects('Hooks').map((json) => new Definition(json))) {
      const url = hook.text('Url');
      const fault = url === undefined ? undefined : urlFault(url, allowed);
      if (fault === undefined) continue;
      const name = `${entity.text('EntityName')}, ${hook.text('Name')}`;
      const message = `${name}: ${fault}`;
      yield { entityName: 'Hook', id: hook.text('Id') ?? '', name, fieldName: 'Url', message };
    }
  }
}

function urlFault(url: string, allowed: readonly HostPattern[]): string | undefined {
  try {
    const target = parseTarget(url);
    if (coversHost(allowed, target)) return undefined;
    return `Url leads to ${target.host} (port ${target.port}), which is not allowed. The operator lists hosts in HTTP_ALLOWED_HOSTS.`;
  } catch (error) {
    if (error instanceof DeliveryError) return error.message;
    throw error;
  }
}
