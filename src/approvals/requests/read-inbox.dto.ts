import type { Faults } from '#core/errors.js';
import { ShapeReader } from '#core/shapes/shape-reader.js';
import { queryStringMembers, type QueryString } from '#core/requests/query-string.js';

const MEMBERS = ['entityName', 'pageNumber', 'pageSize', 'unassigned'];

export const DEFAULT_INBOX_PAGE_SIZE = 50;
export const MAX_INBOX_PAGE_SIZE = 1_000;
const MAX_PAGE_NUMBER = 2 ** 31 - 1;

/** A request for a page of an inbox, with the faults of its shape. */
export interface InboxRequest {
  readonly entityName: string | undefined;
  readonly unassigned: boolean;
  readonly pageNumber: number;
  readonly pageSize: number;
  readonly faults: Faults;
  /** Lines for the answer's `Log`. */
  readonly log: readonly string[];
}

/** Reads the query string of an inbox: names match in any letter case, empty values are ignored. */
export function readInboxRequest(query: QueryString, strict: boolean): InboxRequest {
  const reader = new ShapeReader(strict);
  const members = queryStringMembers(reader, query, MEMBERS);
  return {
    entityName: members.optionalText('entityName'),
    unassigned: members.flag('unassigned', false),
    pageNumber: members.int('pageNumber', { min: 1, max: MAX_PAGE_NUMBER, fallback: 1 }),
    pageSize: members.int('pageSize', { min: 1, max: MAX_INBOX_PAGE_SIZE, fallback: DEFAULT_INBOX_PAGE_SIZE }),
    faults: reader.faults,
    log: reader.log,
  };
}
