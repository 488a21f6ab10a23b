import type { Entity } from '#core/catalogue/entity.js';
import type { Explained } from '#access/core/explanations/explain-access.js';

/** Operation of a user to be explained. */
export interface Question {
  readonly entity: Entity;
  readonly operation: Explained;
  /** Record-information id. */
  readonly recordId?: string;
  readonly userId: string;
  /** Key of the user. */
  readonly keyId?: string;
}
