import type { Problem } from '#platform/http/problem.js';

/** The process has lost the run: its lease expired, and another process may have it. */
export class RunLost extends Error {}

/** The process hands the run over, because it stops or because others wait. */
export class RunHandedOver extends Error {}

/** A user cancelled the run, or what it executes was deactivated before it began; its message says so. */
export class RunCancelled extends Error {}

/** A step failed in a way that may pass: the run waits for its next try. */
export class RetryLater extends Error {
  constructor(readonly afterMs: number) {
    super('The step is tried again later.');
  }
}

/** A step would change records that approvals lock: the run waits until they are released. */
export class RunBlocked extends Error {
  /** @param recordIds empty where they are not known @param error of the step, as JSON text */
  constructor(
    readonly recordIds: readonly string[],
    readonly error: string,
  ) {
    super('The step waits for an approval.');
  }
}

/** A step needs an action that this node lacks: the run waits for another node. */
export class ActionMissing extends Error {
  /** @param error of the step, as JSON text */
  constructor(readonly error: string) {
    super('The step waits for a node that has its action.');
  }
}

/** A step, or the run as a whole, failed for good. */
export class RunFailed extends Error {
  /** @param step name of the action; undefined where the run could not begin */
  constructor(
    readonly problem: Problem,
    readonly step: string | undefined,
  ) {
    super(problem.faults[0].message);
  }
}
