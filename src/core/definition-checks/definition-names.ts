/** What entities and fields may be called (T73). */
const NAME = /^[A-Z][A-Za-z0-9]{0,62}$/;

/** Why a text is no name for an entity or a field; `undefined` when it is one. */
export const nameProblem = (name: string): string | undefined =>
  NAME.test(name) ? undefined : `'${name}' is no name: names match ${NAME.source}.`;
