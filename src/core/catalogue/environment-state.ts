/** States of environments, which decide what nodes do for them (docs/cells.md#states). */
export const STATES = ['Active', 'Draining', 'Copying', 'Frozen', 'Moved'] as const;
export type EnvironmentState = (typeof STATES)[number];

/** Condition on a row `e` of `platform.environment`: nodes answer its calls. */
export const IS_SERVED = "e.state IN ('Active', 'Draining', 'Frozen')";

/**
 * Condition on a row `e` of `platform.environment`: nodes work for it without a call: accepted writes, runs, triggers,
 * schedules, reminders, indexes, retention.
 */
export const IS_WORKED_ON = "e.state = 'Active'";

/** Condition on a row `e` of `platform.environment`: its calls may write. */
export const IS_WRITABLE = "e.state IN ('Active', 'Draining')";
