import type { WhereClause } from '../../core/requests/where-clause.js';
import type { Faults } from '../../core/errors.js';
import type { JsonValue } from '../../core/json/json.js';
import type { NamedField, SortItem } from '../../core/requests/select-command.js';

/** Where the values of a dropdown come from. */
export type ListSource =
  | { readonly kind: 'entity'; readonly choices: NamedChoices }
  | { readonly kind: 'field'; readonly entityName: string; readonly fieldName: string }
  | { readonly kind: 'list'; readonly listName: string }
  /** `value` and `text` are columns of the query. */
  | { readonly kind: 'query'; readonly queryId: string; readonly value?: NamedField; readonly text?: NamedField };

/** What a caller wants of a list, its shape read. */
export interface ListRequest {
  /** Absent when the request has a fault. */
  readonly source?: ListSource;
  /** Text that the values' texts contain. */
  readonly search?: string;
  readonly parentValue?: string;
  /** Exactly these values, inactive ones too. */
  readonly ids?: readonly string[];
  /** From 1. */
  readonly pageNumber: number;
  readonly pageSize: number;
  readonly faults: Faults;
}

/** One value of a dropdown. */
export interface ListItem {
  readonly value: JsonValue;
  readonly text: string;
  readonly parentValue?: JsonValue;
  readonly isActive: boolean;
  readonly sequence?: number;
}

/** One page of a list. */
export interface ListPage {
  readonly items: readonly ListItem[];
  readonly totalRecords: number;
}

/** Records that are the values of a list. */
export interface Choices {
  readonly entityName: string;
  readonly value: NamedField;
  readonly text: NamedField;
  /** Whose values `parentValue` names. */
  readonly parent?: NamedField;
  /** Which of them are offered. */
  readonly where?: WhereClause;
  /** Absent: by their texts. */
  readonly sort?: readonly SortItem[];
}

/** A `List` record, its shape read: records, those of its fields it does not name left to the entity; or fixed values. */
export type StoredList =
  | { readonly kind: 'choices'; readonly choices: NamedChoices }
  | { readonly kind: 'fixed'; readonly items: readonly ListItem[] };

/** Choices as they are asked for: the value is the `Id` and the text the display field unless something else is said. */
export type NamedChoices = Omit<Choices, 'value' | 'text'> & Partial<Pick<Choices, 'value' | 'text'>>;
