import { violatedFields } from '../../core/catalogue/constraint-names.js';
import type { Entity } from '../../core/catalogue/entity.js';
import type { Fault } from '../../core/errors.js';

/** Names the fields, never the other record (R99). */
export const clashMessage = (names: readonly string[]): string =>
  `Another record already has this value of ${names.join(' + ')}.`;

/** The clash that a violated unique rule stands for; `undefined` when none of the entities has that rule. */
export function clashFault(entities: readonly Entity[], constraint: string | undefined): Fault | undefined {
  for (const entity of entities) {
    const names = constraint === undefined ? undefined : violatedFields(entity, constraint);
    if (names) return { code: 'Conflict', message: clashMessage(names), fieldName: names[0], path: 'Fields' };
  }
  return undefined;
}
