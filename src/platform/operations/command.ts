import type { OperationName } from '#core/changes/operation.sql.js';
import type { IdempotencyKey, Preferences, RequestContext } from '#core/context/context.js';
import type { JsonValue } from '#core/json/json.js';
import type { ReadCommand } from '#core/requests/read-writes.js';
import type { WriteOutcome } from './outcomes/outcome.js';

/** Routes whose writes may outlive their request, and their `Operation` (docs/interface/conventions.md#operations). */
export const ROUTES = {
  insert: 'Insert',
  update: 'Update',
  delete: 'Delete',
  upsert: 'Upsert',
  batch: 'Batch',
  restore: 'Update',
  purge: 'Delete',
  'bulk-insert': 'Insert',
  blueprint: 'Insert',
  'environment-apply': 'Batch',
  'status-update': 'Update',
  'status-bulk-update': 'Batch',
  'workflow-execute': 'Workflow',
  'workflow-retry': 'Workflow',
} as const satisfies Record<string, OperationName>;

export type Route = keyof typeof ROUTES;

/** A write as its caller requested it: everything it takes to execute it again, on any node. */
export interface Command {
  /** Correlation id. */
  readonly id: string;
  readonly route: Route;
  readonly body: JsonValue | undefined;
  readonly tenantId: string;
  readonly appId: string;
  readonly environmentId: string;
  readonly userId: string;
  /** Key by which the user signed in; absent for a token. */
  readonly keyId?: string | undefined;
  readonly preferences: Preferences;
  readonly submittedOn: Date;
  /** In its canonical letter case; absent where the body names no known entity. */
  readonly entityName?: string;
  /** Id that the 202 of an insert named for its root record. */
  readonly recordId?: string;
  readonly key?: IdempotencyKey;
}

/** The two halves of a route's handler: one reads the body into a command, the other executes the command. */
export interface WriteHandler<C> {
  read(ctx: RequestContext, body: JsonValue | undefined): ReadCommand<C>;
  /** @param ctx carries the submission of the write */
  execute(ctx: RequestContext, command: C): Promise<WriteOutcome>;
}
