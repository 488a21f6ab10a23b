import type { Catalogue } from '../catalogue/catalogue.js';
import { violatedFields } from '../catalogue/constraint-names.js';
import type { Fault } from '../errors.js';

/** What the database tells of a constraint that refused a write. */
interface Violation {
  readonly table: string | undefined;
  readonly constraint: string | undefined;
}

/** Names the fields, never the other record (R99). */
export const clashMessage = (names: readonly string[]): string =>
  `Another record already has this value of ${names.join(' + ')}.`;

/**
 * The clash that a violated unique rule stands for; `undefined` when the constraint is none. A write may touch entities
 * that its caller does not name, through lookups and followers: the rule is looked up by its table.
 */
export function clashFault(catalogue: Catalogue, { table, constraint }: Violation): Fault | undefined {
  const entity = table === undefined ? undefined : catalogue.find(table);
  const names = entity && constraint !== undefined ? violatedFields(entity, constraint) : undefined;
  return names && { code: 'Conflict', message: clashMessage(names), fieldName: names[0], path: 'Fields' };
}
