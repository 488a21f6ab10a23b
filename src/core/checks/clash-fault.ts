import type { Catalogue } from '../catalogue/catalogue.js';
import { violatedFields } from '../catalogue/constraint-names.js';
import type { Fault } from '../errors.js';

/** Table and name of the constraint that refused a write. */
interface Violation {
  readonly table: string | undefined;
  readonly constraint: string | undefined;
}

/** Builds the message of a Conflict; it names the fields, never the other record. */
export const clashMessage = (names: readonly string[]): string =>
  `Another record already has this value of ${names.join(' + ')}.`;

/**
 * Translates a violated unique constraint into a Conflict; `undefined` for other constraints. The entity is found by
 * the table, because a write also stores records of entities that its caller does not name (lookups, derived owners).
 */
export function clashFault(catalogue: Catalogue, { table, constraint }: Violation): Fault | undefined {
  const entity = table === undefined ? undefined : catalogue.find(table);
  const names = entity && constraint !== undefined ? violatedFields(entity, constraint) : undefined;
  return names && { code: 'Conflict', message: clashMessage(names), fieldName: names[0], path: 'Fields' };
}
