import type { WhereClause } from '#core/requests/where-clause.js';
import type { Faults } from '#core/errors.js';
import type { JsonObject } from '#core/json/json.js';
import type { Pager, SortItem } from '#core/requests/select-command.js';

/** A run of a saved query, as read from the request. */
export interface Run {
  readonly tokens: JsonObject;
  /** Name or id of a saved view. */
  readonly view?: string;
  /** Filter added to the query's own. */
  readonly where?: WhereClause;
  /** Order that replaces the saved one, if given. */
  readonly sort: readonly SortItem[];
  readonly pager?: Pager;
  readonly faults: Faults;
}
