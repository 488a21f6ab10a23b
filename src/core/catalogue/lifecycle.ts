import { DomainError } from '#core/errors.js';
import { isUuid } from '#core/values/uuid-text.js';
import type { JsonValue } from '#core/json/json.js';
import type { Labels } from './labels.js';
import { didYouMean, shortened } from '#core/nearest.js';

/** A condition of a transition; where it is not met, the move is refused with `message`. */
export interface Validator {
  readonly name: string;
  /** Where-clause that the record must meet. */
  readonly where?: JsonValue;
  /** Name of a hook in code that may refuse the move. */
  readonly hook?: string;
  readonly message: string;
}

/** A status of a lifecycle. */
export interface LifecycleStatus {
  readonly id: string;
  readonly name: string;
  readonly color: string | null;
  readonly isInitial: boolean;
  readonly isFinal: boolean;
  readonly labels?: Labels;
}

/** A move between two statuses (docs/definitions.md#lifecycles). */
export interface Transition {
  readonly id: string;
  readonly name: string;
  /** Null: any status but the target itself and final ones (`*`). */
  readonly fromStatusId: string | null;
  readonly toStatusId: string;
  /** Where-clause that hides the transition where it is not met. */
  readonly filters?: JsonValue;
  readonly validators: readonly Validator[];
  /** Names of the roles that may take it; absent: everyone with update scope. */
  readonly allowedRoles?: ReadonlySet<string>;
  readonly requiredPermission?: string;
  /** Names of the fields that need a value. */
  readonly requiredFields: readonly string[];
  /** Names of the workflows that follow a move. */
  readonly afterWorkflows: readonly string[];
  readonly labels?: Labels;
}

/** The active lifecycle of an entity: its statuses and the moves between them. */
export interface Lifecycle {
  readonly id: string;
  readonly name: string;
  /** Statuses by id, in the order of their Sequence. */
  readonly statuses: ReadonlyMap<string, LifecycleStatus>;
  /** In the order in which a move tries them: by Sequence, then by name. */
  readonly transitions: readonly Transition[];
  readonly initialStatusId: string;
}

/** Tells whether a transition leads out of a status. */
export function leavesFrom(
  { statuses }: Lifecycle,
  { fromStatusId, toStatusId }: Transition,
  statusId: string,
): boolean {
  if (fromStatusId !== null) return fromStatusId === statusId;
  return statusId !== toStatusId && statuses.get(statusId)?.isFinal === false;
}

/**
 * Id of a status that is given by its id or by its name, in any letter case. An id that the lifecycle lacks is returned
 * as it is, unless a status is named like it.
 */
export function statusIdOf({ statuses }: Lifecycle, given: string): string | undefined {
  const text = given.toLowerCase();
  if (statuses.has(text)) return text;
  const named = [...statuses.values()].find(({ name }) => name.toLowerCase() === text);
  return named?.id ?? (isUuid(text) ? text : undefined);
}

/**
 * Id of a status that a request gives by its id or name.
 * @throws {DomainError} Validation with the names, at `path`
 */
export function requireStatusId(lifecycle: Lifecycle, given: string, path: string): string {
  const id = statusIdOf(lifecycle, given);
  if (id !== undefined) return id;
  const names = [...lifecycle.statuses.values()].map(({ name }) => name);
  const hint = didYouMean(given, names) || ` Statuses: ${shortened(names.join(', '), 500)}.`;
  const message = `${path}: the lifecycle ${lifecycle.name} has no status '${shortened(given)}'.${hint}`;
  throw new DomainError({ code: 'Validation', message, path });
}
