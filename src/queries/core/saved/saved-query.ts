import type { Labels } from '#core/catalogue/labels.js';
import type { Parameter } from '#core/catalogue/parameter.js';
import type { SelectCommand } from '#core/requests/select-command.js';

/** Parsed saved query, without parameter values and page. */
export interface SavedQuery {
  readonly id: string;
  readonly name: string;
  readonly entityName: string;
  readonly parameters: readonly Parameter[];
  readonly select: SelectCommand;
  readonly labels?: Labels;
  readonly views: readonly SavedView[];
}

/** Saved view of a query: columns, additional filters, order. */
export interface SavedView {
  readonly id: string;
  readonly name: string;
  readonly ownerId: string;
  /** Visibility: private views belong to their owner, role views to the members of the role. */
  readonly visibility: 'Private' | 'Role' | 'All';
  readonly roleId?: string;
  readonly select: Pick<SelectCommand, 'selectedFields' | 'where' | 'sort'>;
}
