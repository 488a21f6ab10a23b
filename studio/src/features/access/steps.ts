import type { Row } from '../../data/entity.js';

/** A step of `POST /records/batch`; `POST /access/preview` takes the same ones. */
export interface Step {
  readonly Operation: 'Insert' | 'Update' | 'Delete';
  readonly EntityName: string;
  readonly Fields?: readonly { readonly FieldName: string; readonly Value: unknown }[];
  readonly WhereClause?: {
    readonly Filters: readonly { readonly FieldName: string; readonly Operator: 'EqualTo'; readonly Value: string }[];
  };
  readonly Options?: { readonly ExpectedVersion: unknown };
}

/** A stored row, and the version of it that a change is made under. */
export interface Stored {
  readonly rowId: string;
  readonly version: unknown;
}

export const fieldsOf = (values: Row): Step['Fields'] =>
  Object.entries(values).map(([FieldName, Value]) => ({ FieldName, Value }));

/** Matches the row in the version that was seen, so that two people cannot overwrite each other (412). */
const only = ({ rowId, version }: Stored): Pick<Step, 'WhereClause' | 'Options'> => ({
  WhereClause: { Filters: [{ FieldName: 'Id', Operator: 'EqualTo', Value: rowId }] },
  Options: { ExpectedVersion: version },
});

export const insertStep = (EntityName: string, values: Row): Step => ({
  Operation: 'Insert',
  EntityName,
  Fields: fieldsOf(values),
});

export const updateStep = (EntityName: string, stored: Stored, values: Row): Step => ({
  Operation: 'Update',
  EntityName,
  Fields: fieldsOf(values),
  ...only(stored),
});

export const deleteStep = (EntityName: string, stored: Stored): Step => ({
  Operation: 'Delete',
  EntityName,
  ...only(stored),
});
