import type { WhereClause } from '#core/requests/where-clause.js';
import type { Labels } from '#core/catalogue/labels.js';
import type { Faults } from '#core/errors.js';
import type { JsonValue } from '#core/json/json.js';
import type { NamedField, SortItem } from '#core/requests/select-command.js';

/** Source of the values of a dropdown. */
export type ListSource =
  | { readonly kind: 'entity'; readonly choices: NamedChoices }
  | { readonly kind: 'field'; readonly entityName: string; readonly fieldName: string }
  | { readonly kind: 'list'; readonly listName: string }
  /** `value` and `text` are columns of the query. */
  | { readonly kind: 'query'; readonly queryId: string; readonly value?: NamedField; readonly text?: NamedField };

/** A request for a list, as read from the query string. */
export interface ListRequest {
  /** Source of the list; absent if the request has a fault. */
  readonly source?: ListSource;
  /** Text that the values' texts must contain. */
  readonly search?: string;
  readonly parentValue?: string;
  /** Returns exactly these values, inactive ones too. */
  readonly ids?: readonly string[];
  /** Page number, from 1. */
  readonly pageNumber: number;
  readonly pageSize: number;
  readonly faults: Faults;
}

/** A value of a dropdown. */
export interface ListItem {
  readonly value: JsonValue;
  readonly text: string;
  readonly parentValue?: JsonValue;
  readonly isActive: boolean;
  /** With `text` as its own label. */
  readonly labels?: Labels;
  readonly sequence?: number;
}

/** A page of a list. */
export interface ListPage {
  readonly items: readonly ListItem[];
  readonly totalRecords: number;
}

/** Records as the values of a list. */
export interface Choices {
  readonly entityName: string;
  readonly value: NamedField;
  readonly text: NamedField;
  /** Field that `parentValue` refers to. */
  readonly parent?: NamedField;
  /** Filter of the offered records. */
  readonly where?: WhereClause;
  /** Order; absent: by text. */
  readonly sort?: readonly SortItem[];
}

/** Parsed `List` record: choices among records, with optional field names, or fixed values. */
export type StoredList =
  | { readonly kind: 'choices'; readonly choices: NamedChoices }
  | { readonly kind: 'fixed'; readonly items: readonly ListItem[] };

/** Choices with optional names; by default the value is the `Id` and the text the display field. */
export type NamedChoices = Omit<Choices, 'value' | 'text'> & Partial<Pick<Choices, 'value' | 'text'>>;
