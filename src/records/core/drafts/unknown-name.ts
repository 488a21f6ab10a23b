import type { Entity } from '#core/catalogue/entity.js';
import type { Fault } from '#core/errors.js';
import { didYouMean, shortened, type Suggestions } from '#core/nearest.js';
import type { Assignment } from '#core/requests/assignments.js';

/** Builds the fault of an assignment that names neither a field nor exactly one relation to children. */
export function unknownName(entity: Entity, { name, path }: Assignment, budget: Suggestions): Fault {
  const leading = [...entity.children.values()].filter((each) => each.childEntity === name);
  if (leading.length > 1) {
    const names = leading.map((each) => each.name).join(', ');
    return { code: 'Validation', message: `Several relations lead to ${name}; name one of: ${names}.`, path };
  }
  const shown = shortened(name);
  const message = `${entity.name} has no field or relation '${shown}'.${didYouMean(name, namesOf(entity), budget)}`;
  return { code: 'UnknownField', message, fieldName: shown, path };
}

function* namesOf({ fields, children }: Entity): Iterable<string> {
  for (const { name } of fields.values()) yield name;
  for (const { name } of children.values()) yield name;
}
