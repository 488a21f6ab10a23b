import type { Entity } from '../catalogue/entity.js';
import type { Fault } from '../errors.js';
import { didYouMean, shortened } from '../nearest.js';
import type { Assignment } from '../requests/assignments.js';

/** Builds the fault of an assignment that names neither a field nor exactly one relation to children. */
export function unknownName(entity: Entity, { name, path }: Assignment): Fault {
  const leading = [...entity.children.values()].filter((each) => each.childEntity === name);
  if (leading.length > 1) {
    const names = leading.map((each) => each.name).join(', ');
    return { code: 'Validation', message: `Several relations lead to ${name}; name one of: ${names}.`, path };
  }
  const known = [...entity.fields.values(), ...entity.children.values()].map((each) => each.name);
  const message = `${entity.name} has no field or relation '${shortened(name)}'.${didYouMean(name, known)}`;
  return { code: 'UnknownField', message, fieldName: name, path };
}
