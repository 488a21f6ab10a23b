import type { Entity } from '#core/catalogue/entity.js';
import type { RecordImage } from '#core/fields/record-image.js';
import type { Transition } from '#core/catalogue/lifecycle.js';

/** A move of one record by one transition, as hooks judge it. */
export interface HookedMove {
  readonly entity: Entity;
  readonly transition: Transition;
  /** Names of the statuses. */
  readonly from: string;
  readonly to: string;
  readonly old: RecordImage;
  /** The record as it will be after the move. */
  readonly record: RecordImage;
}
