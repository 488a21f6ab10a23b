/** `occurred_at` for `occurredAt`. */
type ColumnName<Property extends string> = Property extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${ColumnName<Rest>}`
  : Property;

/** Value of a column as the driver reads it: JSON and times are texts. JSON that may be null is `unknown` in a table. */
type ColumnValue<T> = unknown extends T ? string | null : object extends T ? string : T extends Date ? string : T;

type Columns<Table> = {
  readonly [Property in keyof Table & string as ColumnName<Property>]: ColumnValue<Table[Property]>;
};

/** Row of a table in schema `platform`, with these columns, all by default. A statement says which it reads. */
export type RowOf<Table, Column extends keyof Columns<Table> = keyof Columns<Table>> = Pick<Columns<Table>, Column>;
