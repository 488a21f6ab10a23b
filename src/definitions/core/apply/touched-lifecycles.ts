import { Definition } from '#core/catalogue/definition.js';
import type { JsonObject } from '#core/json/json.js';

/** Parts of a change that tell which lifecycle it belongs to. */
interface PartChange {
  readonly entityName: string;
  readonly id: string;
  readonly old: Definition;
  readonly new: Definition;
}

/**
 * Ids of the lifecycles of which a write has changed anything.
 * @param lifecycles after the write, in the form of a definition file.
 */
export function touchedLifecycles(
  lifecycles: readonly JsonObject[],
  changes: readonly PartChange[],
): ReadonlySet<string> {
  const owners = new Map(
    lifecycles.flatMap((json) => {
      const lifecycle = new Definition(json);
      const parts = [...lifecycle.objects('Statuses'), ...lifecycle.objects('Transitions')];
      return parts.map((part) => [part.Id, lifecycle.text('Id') ?? ''] as const);
    }),
  );
  const ids = changes.map(({ entityName, id, old, new: created }) => {
    if (entityName === 'Lifecycle') return id;
    if (entityName !== 'Status' && entityName !== 'Transition') return undefined;
    return old.text('LifecycleId') ?? created.text('LifecycleId') ?? owners.get(id);
  });
  return new Set(ids.filter((id) => id !== undefined));
}
