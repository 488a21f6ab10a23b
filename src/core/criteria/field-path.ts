import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import type { Fault } from '#core/errors.js';
import { didYouMean, shortened, type Suggestions } from '#core/nearest.js';

/** Maximum number of lookups in a dotted name (docs/interface/queries.md#fields-of-looked-up-records). */
const MAX_STEPS = 5;

/** Path from an entity to one of its own fields, or through lookups to a field of another entity. */
export class FieldPath {
  constructor(
    readonly entity: Entity,
    /** Lookups to follow; empty for the entity's own field. */
    readonly steps: readonly Field[],
    readonly field: Field,
  ) {}

  /** Canonical name, such as `CustomerId.RegionId.Name`. */
  get name(): string {
    return [...this.steps, this.field].map(({ name }) => name).join('.');
  }
}

/**
 * Resolves a plain or dotted name in any letter case; returns a fault, without a path, if there is no such field.
 * @param budget of a request that may have many unknown names
 */
export function resolveField(
  catalogue: Catalogue,
  entity: Entity,
  name: string,
  budget?: Suggestions,
): FieldPath | Fault {
  // In grouped results a dotted name is the name of one column.
  const own = entity.fields.get(name.toLowerCase());
  if (own) return new FieldPath(entity, [], own);
  const names = name.split('.', MAX_STEPS + 2);
  if (names.length > MAX_STEPS + 1) return unknownField(name, `A field name may follow at most ${MAX_STEPS} lookups.`);
  const last = names.pop()!;
  const steps: Field[] = [];
  let holder = entity;
  for (const step of names) {
    const lookup = fieldOf(holder, step, name, budget);
    if ('code' in lookup) return lookup;
    const target = lookup.target === undefined ? undefined : catalogue.find(lookup.target);
    if (!target)
      return unknownField(
        name,
        `${holder.name}.${lookup.name} is not a lookup that '${shortened(name)}' could follow.`,
      );
    steps.push(lookup);
    holder = target;
  }
  const field = fieldOf(holder, last, name, budget);
  return 'code' in field ? field : new FieldPath(entity, steps, field);
}

const unknownField = (name: string, message: string): Fault => ({
  code: 'UnknownField',
  message,
  fieldName: shortened(name),
});

/** @param whole the dotted name that `name` is a part of. */
function fieldOf(entity: Entity, name: string, whole: string, budget?: Suggestions): Field | Fault {
  const field = entity.fields.get(name.toLowerCase());
  if (field) return field;
  const names = [...entity.fields.values()].map((known) => known.name);
  return unknownField(whole, `${entity.name} has no field '${shortened(name)}'.${didYouMean(name, names, budget)}`);
}
