import type { Faults } from '../../core/errors.js';
import { ShapeReader } from '../../core/requests/shape-reader.js';
import { queryMembers, type QueryString } from '../../platform/http/query-string.js';

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
  const members = reader.object(queryMembers(query, MEMBERS), '', MEMBERS);
  for (const name of MEMBERS)
    if (Array.isArray(members.value(name))) members.fault(name, `${name} may be given once only.`);
  const single = (name: string): boolean => !Array.isArray(members.value(name));
  return {
    entityName: single('entityName') ? members.optionalText('entityName') : undefined,
    unassigned: single('unassigned') && members.flag('unassigned', false),
    pageNumber: single('pageNumber') ? members.int('pageNumber', { min: 1, max: MAX_PAGE_NUMBER, fallback: 1 }) : 1,
    pageSize: single('pageSize')
      ? members.int('pageSize', { min: 1, max: MAX_INBOX_PAGE_SIZE, fallback: DEFAULT_INBOX_PAGE_SIZE })
      : DEFAULT_INBOX_PAGE_SIZE,
    faults: reader.faults,
    log: reader.log,
  };
}
