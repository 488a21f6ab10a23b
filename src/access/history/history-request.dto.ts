import { parseHistoryCursor } from '#access/core/history/history-cursor.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { readerOf } from '#core/context/reader-of.js';
import { queryStringMembers, type QueryString } from '#core/requests/query-string.js';
import { requireScope } from '#core/rights/access.js';
import type { Members } from '#core/shapes/shape-reader.js';
import { readUuid } from '#core/values/uuid-text.js';

const NAMES = ['cursor', 'pageSize', 'at'];
const VERSION = /^[1-9]\d{0,18}$/;
const MAX_VERSION = 2n ** 63n - 1n;

export const DEFAULT_HISTORY_PAGE_SIZE = 50;
export const MAX_HISTORY_PAGE_SIZE = 200;

/** Record whose history is asked for. */
interface HistoryRequest {
  readonly entity: Entity;
  readonly recordId: string;
  readonly pageSize: number;
  /** Position in the log before which the entries are; absent for the first page. */
  readonly before?: string;
  /** RowVersion of the record to be answered in place of entries. */
  readonly at?: string;
  /** Lines for the answer's `Log`. */
  readonly log: readonly string[];
}

/**
 * Reads a request for the history of a record.
 * @throws {DomainError} UnknownEntity, ScopeNone; all faults of the parameters
 */
export function readHistoryRequest(
  ctx: RequestContext,
  path: { readonly entityName: string; readonly id: string },
  query: QueryString,
): HistoryRequest {
  const entity = ctx.catalogue.entity(path.entityName);
  requireScope(ctx, entity, 'read');
  const reader = readerOf(ctx);
  const members = queryStringMembers(reader, query, NAMES);
  const recordId = readUuid(path.id);
  if (recordId === undefined) reader.faults.add('Validation', 'id must be a UUID.', { path: 'id' });
  if (entity.view) reader.faults.add('Validation', `${entity.name} has no history.`, { path: 'entity' });
  const pageSize = members.int('pageSize', { min: 1, max: MAX_HISTORY_PAGE_SIZE, fallback: DEFAULT_HISTORY_PAGE_SIZE });
  const before = recordId === undefined ? undefined : readCursor(members, recordId);
  const at = readVersion(members);
  reader.faults.throwIfAny();
  return {
    entity,
    recordId: recordId!,
    pageSize,
    ...(before !== undefined && { before }),
    ...(at !== undefined && { at }),
    log: reader.log,
  };
}

function readCursor(members: Members, recordId: string): string | undefined {
  const cursor = members.optionalText('cursor');
  if (cursor === undefined) return undefined;
  const position = parseHistoryCursor(recordId, cursor);
  return position ?? members.fault('cursor', 'cursor must be the NextCursor of the history of this record.');
}

function readVersion(members: Members): string | undefined {
  const at = members.optionalText('at');
  if (at === undefined) return undefined;
  if (!VERSION.test(at) || BigInt(at) > MAX_VERSION) return members.fault('at', 'at must be a RowVersion, such as 3.');
  if (['cursor', 'pageSize'].some((name) => members.has(name)))
    return members.fault('at', 'at answers one record, so that cursor and pageSize have no meaning beside it.');
  return at;
}
