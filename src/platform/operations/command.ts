import type { OperationName } from '../../core/changes/operation.sql.js';
import type { IdempotencyKey, Preferences, RequestContext } from '../../core/context.js';
import type { JsonValue } from '../../core/json/json.js';
import type { WriteResult } from '../outcomes/outcome.js';

/** The routes whose writes may outlive their request, and what contract §14.4.1 calls what they do. */
export const ROUTES = {
  insert: 'Insert',
  update: 'Update',
  delete: 'Delete',
  upsert: 'Upsert',
  batch: 'Batch',
  restore: 'Update',
  purge: 'Delete',
  'bulk-insert': 'Insert',
} as const satisfies Record<string, OperationName>;

export type Route = keyof typeof ROUTES;

/** A write as its caller asked for it: all it takes to run it again, on any node. */
export interface Command {
  /** The correlation id. */
  readonly id: string;
  readonly route: Route;
  readonly body: JsonValue | undefined;
  readonly tenantId: string;
  readonly appId: string;
  readonly environmentId: string;
  readonly userId: string;
  readonly preferences: Preferences;
  readonly submittedOn: Date;
  /** In its canonical case; absent where the body names none that exists. */
  readonly entityName?: string;
  /** The Id that was told for the root record of an insert. */
  readonly recordId?: string;
  readonly key?: IdempotencyKey;
}

/** Runs the write of a route; its own part is to read the body. */
export type WriteHandler = (ctx: RequestContext, body: JsonValue | undefined) => Promise<WriteResult>;
