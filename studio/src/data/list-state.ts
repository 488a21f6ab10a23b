import type { Condition } from './where';

/** State of a list in its address; a link shows the same list to another user. */
export interface ListState {
  readonly q?: string;
  readonly filter?: readonly Condition[];
  /** How conditions are joined, such as `1 AND (2 OR 3)`. */
  readonly logic?: string;
  /** Field, with a minus where it is descending. */
  readonly sort?: string;
  readonly columns?: readonly string[];
  readonly view?: string;
  readonly deleted?: boolean;
  /** Id of the record whose details are shown beside the list. */
  readonly details?: string;
  /** Id of a record that has just been deleted. */
  readonly undo?: string;
}
