import type { Parameter } from '../../core/query-parameters/parameter.js';
import type { SelectCommand } from '../../core/requests/select-command.js';

/** A stored query, its shape read. What a run adds is missing: values of its parameters, a page. */
export interface SavedQuery {
  readonly id: string;
  readonly name: string;
  readonly entityName: string;
  readonly parameters: readonly Parameter[];
  readonly select: SelectCommand;
  readonly views: readonly SavedView[];
}

/** Another look at the rows of a query: fewer columns, more filters, another order. */
export interface SavedView {
  readonly id: string;
  readonly name: string;
  readonly ownerId: string;
  /** Private ones are their owner's alone, those of a role its members'. */
  readonly visibility: 'Private' | 'Role' | 'All';
  readonly roleId?: string;
  readonly select: Pick<SelectCommand, 'selectedFields' | 'where' | 'sort'>;
}
