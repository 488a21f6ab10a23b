import type { JsonValue } from '#core/json/json.js';
import { gathered, mapped, type Steps } from '#core/steps.js';
import type { DefinitionDifference } from './definition-difference.js';

/** Field that names a definition and may change. */
export const NAME_FIELD = 'Name';

/**
 * Finds the definitions that have a name which another one takes. Records are changed one after the other, so these need
 * another name meanwhile: two that swap their names, chains, and deleted ones.
 */
export function* nameHolders(differences: readonly DefinitionDifference[]): Steps<readonly DefinitionDifference[]> {
  const named = differences.filter(({ kind }) => kind.key.includes(NAME_FIELD) && kind.apart === undefined);
  const taking = named.filter(({ action, values }) => action !== 'Delete' && values.has(NAME_FIELD));
  const takers = new Map(
    yield* mapped(taking, (difference) => [keyOf(difference, (field) => valueOf(difference, field)), difference.id]),
  );
  return yield* gathered(named, (difference) => {
    const { old, action, values, id } = difference;
    if (!old || (action !== 'Delete' && !values.has(NAME_FIELD))) return [];
    const taker = takers.get(keyOf(difference, (field) => old.values.get(field)));
    return taker !== undefined && taker !== id ? [difference] : [];
  });
}

const valueOf = ({ values, old }: DefinitionDifference, field: string): JsonValue | undefined =>
  values.has(field) ? values.get(field) : old?.values.get(field);

function keyOf({ kind, parentId, old }: DefinitionDifference, value: (field: string) => JsonValue | undefined): string {
  const parts = kind.key.map((field) => JSON.stringify(value(field) ?? null).toLowerCase());
  return [kind.entity, parentId ?? old?.parentId ?? '', ...parts].join('\n');
}
