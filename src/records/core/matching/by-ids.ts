import type { Entity } from '#core/catalogue/entity.js';
import type { Args } from '#core/statements/args.js';
import type { Comparison, Criterion } from '#core/criteria/criterion.js';
import { FieldPath } from '#core/criteria/field-path.js';

/** Builds the criterion for records with these ids. */
export const byIds = (entity: Entity, ids: readonly string[], args: Args): Comparison => ({
  kind: 'compare',
  path: new FieldPath(entity, [], entity.fields.get('id')!),
  operator: 'IN',
  operands: [args.add(ids, 'uuid[]')],
  orNull: false,
});

/** Builds the criterion for records with these ids whose lookup `link` refers to the target. */
export function linkedByIds(
  entity: Entity,
  link: string,
  { ids, targetId }: { readonly ids: readonly string[]; readonly targetId: string },
  args: Args,
): Criterion {
  const path = new FieldPath(entity, [], entity.fields.get(link.toLowerCase())!);
  const operands = [args.add(targetId, 'uuid')];
  const isLinked: Comparison = { kind: 'compare', path, operator: 'EqualTo', operands, orNull: false };
  return { kind: 'all', of: [byIds(entity, ids, args), isLinked] };
}
