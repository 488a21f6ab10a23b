import type { Fault } from '../errors.js';
import type { Args } from '../sql/args.js';
import type { Slot, Sql } from '../sql/sql.js';

/**
 * What follows for one entity from records that a routine wrote, as statements that run without this process: the
 * routine's transaction belongs to a session that the service does not command.
 */
export interface FollowStep {
  /** The entity whose records change. */
  readonly entity: string;
  /** Entities whose changes call for the step. */
  readonly after: readonly string[];
  /** Locks the records concerned and answers their Ids in the column `id`. */
  readonly lock: Sql;
  /** The slot of the locked Ids in `refresh`. */
  readonly ids: Slot;
  /** Changes them; answers one row of `faults`, null where there are none, and `refreshed`, the number of changed records. */
  readonly refresh: Sql;
  /** The values of both statements. */
  readonly args: Args;
  /** The meaning of what stands in `faults`. */
  faultsOf(found: string): readonly Fault[];
}
