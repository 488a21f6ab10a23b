import type { Catalogue } from '../catalogue/catalogue.js';
import type { Entity } from '../catalogue/entity.js';
import type { Field } from '../catalogue/field.js';
import type { Fault } from '../errors.js';
import { didYouMean } from '../nearest.js';

/** How many lookups a dotted name may follow (contract §3). */
const MAX_STEPS = 5;

/** A field as seen from an entity: its own, or one that lookups lead to. */
export class FieldPath {
  constructor(
    readonly entity: Entity,
    /** The lookups to follow; none for the entity's own field. */
    readonly steps: readonly Field[],
    readonly field: Field,
  ) {}

  /** Canonical, such as `CustomerId.RegionId.Name`. */
  get name(): string {
    return [...this.steps, this.field].map(({ name }) => name).join('.');
  }
}

/** The field a plain or dotted name means, in any letter case; else the fault, which has no path yet. */
export function resolveField(catalogue: Catalogue, entity: Entity, name: string): FieldPath | Fault {
  // A column of a group bears its dotted name as a whole.
  const own = entity.fields.get(name.toLowerCase());
  if (own) return new FieldPath(entity, [], own);
  const names = name.split('.', MAX_STEPS + 2);
  if (names.length > MAX_STEPS + 1) return unknownField(name, `A field name may follow at most ${MAX_STEPS} lookups.`);
  const last = names.pop()!;
  const steps: Field[] = [];
  let holder = entity;
  for (const step of names) {
    const lookup = fieldOf(holder, step, name);
    if ('code' in lookup) return lookup;
    const target = lookup.target === undefined ? undefined : catalogue.find(lookup.target);
    if (!target)
      return unknownField(name, `${holder.name}.${lookup.name} is not a lookup that '${shown(name)}' could follow.`);
    steps.push(lookup);
    holder = target;
  }
  const field = fieldOf(holder, last, name);
  return 'code' in field ? field : new FieldPath(entity, steps, field);
}

/** A caller's name as a message repeats it. */
export const shown = (name: string): string => (name.length > 100 ? `${name.slice(0, 100)}…` : name);

const unknownField = (name: string, message: string): Fault => ({
  code: 'UnknownField',
  message,
  fieldName: shown(name),
});

/** @param whole the dotted name that `name` is a part of. */
function fieldOf(entity: Entity, name: string, whole: string): Field | Fault {
  const field = entity.fields.get(name.toLowerCase());
  if (field) return field;
  const names = [...entity.fields.values()].map((known) => known.name);
  return unknownField(whole, `${entity.name} has no field '${shown(name)}'.${didYouMean(name, names)}`);
}
