import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Change } from '#core/changes/change.js';

/** Tells whether changes of entities of this kind can change the access of members. */
export const decidesAccess = (kind: string | undefined): boolean => kind === 'access' || kind === 'definition';

/** Tells whether a change can change the access of members. */
export const changesAccess = (catalogue: Catalogue, { entityName }: Change): boolean =>
  decidesAccess(catalogue.find(entityName)?.kind);
