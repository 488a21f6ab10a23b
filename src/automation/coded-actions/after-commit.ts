import { DiscoveryService } from '@nestjs/core';
import type { PlainJson } from '#automation/core/coded-actions/plain-json.js';
import type { ActionContext } from './workflow-action.js';

/** A record by field, system fields included, as a select answers it; a number with many digits is text. */
export type CommittedRecord = Readonly<Record<string, PlainJson>>;

/** A committed change of one record. */
export interface CommittedEvent {
  /** The same for each attempt: by it another system recognises what it has heard. */
  readonly eventId: string;
  readonly entityName: string;
  readonly operation: 'Insert' | 'Update' | 'Delete';
  /** `Id` of the record. */
  readonly recordId: string;
  /** `RowVersion` that the change has left, of a delete the last one. */
  readonly rowVersion: PlainJson;
  /** The record as the change left it; absent of a delete. */
  readonly record?: CommittedRecord;
  /** The record before the change; absent of an insert. */
  readonly old?: CommittedRecord;
}

/** Code that runs behind the commit of a record, in a run of its own. */
export interface AfterCommit {
  /**
   * Tells others of a change. It may be called again for an event, as after a crash; events of one record come one after
   * the other, in the order of their commits.
   * @throws {Retry} where it is to be tried again; any other error fails the run
   */
  run(context: ActionContext, event: CommittedEvent): void | Promise<void>;
}

/** Declaration of an after-commit hook. */
export interface AfterCommitOptions {
  /** Unique; definitions name it as `Handler` of a hook with the event `AfterCommit`. */
  readonly name: string;
  /** Limit of one attempt, by default 30,000, at most 3,600,000. */
  readonly timeoutMs?: number;
}

export const AFTER_COMMIT_HOOK = DiscoveryService.createDecorator<AfterCommitOptions>();

/** Declares a provider to be an after-commit hook. */
export const AfterCommit = (options: AfterCommitOptions): ClassDecorator => AFTER_COMMIT_HOOK(options);

/** Declaration of a provider's class as an after-commit hook; `undefined` for others. */
export const afterCommitOptionsOf = (provider: object): AfterCommitOptions | undefined =>
  Reflect.getMetadata(AFTER_COMMIT_HOOK.KEY, provider) as AfterCommitOptions | undefined;
