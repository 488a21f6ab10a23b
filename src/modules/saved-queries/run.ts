import type { WhereClause } from '../../core/requests/where-clause.js';
import type { Faults } from '../../core/errors.js';
import type { JsonObject } from '../../core/json/json.js';
import type { Pager, SortItem } from '../../core/requests/select-command.js';

/** What a caller wants of a saved query, its shape read. */
export interface Run {
  readonly tokens: JsonObject;
  /** Name or id of a saved view. */
  readonly view?: string;
  /** Narrows the query's own. */
  readonly where?: WhereClause;
  /** In place of the saved order, when there is any. */
  readonly sort: readonly SortItem[];
  readonly pager?: Pager;
  readonly faults: Faults;
}
