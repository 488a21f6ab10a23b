import { shortened } from '#core/nearest.js';
/** Pattern of entity and field names (docs/definitions.md#names-of-definitions). */
const NAME = /^[A-Z][A-Za-z0-9]{0,62}$/;

/** Returns a message if a text cannot be the name of an entity or a field. */
export const nameProblem = (name: string): string | undefined =>
  NAME.test(name) ? undefined : `'${shortened(name)}' is not a valid name: names match ${NAME.source}.`;
