import type { Fault } from '#core/errors.js';
import type { Args } from '#core/statements/args.js';
import type { Slot, Sql } from '#core/sql/sql.js';

/**
 * Statements that update one entity after a routine wrote records on which it depends. They run in the routine's own
 * session and transaction.
 */
export interface AfterRoutineStep {
  /** Name of the entity to update. */
  readonly entity: string;
  /** Names of the entities whose changes require the step. */
  readonly after: readonly string[];
  /** Locks the dependent records and returns their Ids in the column `id`. */
  readonly lock: Sql;
  /** Slot of the locked Ids in `refresh`. */
  readonly ids: Slot;
  /**
   * Updates the locked records; returns one row with `faults` (or null) and `refreshed`, the number of updated records.
   */
  readonly refresh: Sql;
  /** Values of both statements. */
  readonly args: Args;
  /** Translates the contents of `faults`. */
  faultsOf(found: string): readonly Fault[];
}
