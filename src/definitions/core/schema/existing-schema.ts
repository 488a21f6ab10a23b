/** Existing column. */
export interface ExistingColumn {
  /** Type as returned by `format_type`. */
  readonly type: string;
  readonly required: boolean;
  /** Id of the deleted field whose values it retains. */
  readonly retainedFor: string | null;
}

/** Existing table. */
export interface ExistingTable {
  readonly columns: ReadonlyMap<string, ExistingColumn>;
  /** Id of the deleted entity for which it is retained. */
  readonly retainedFor: string | null;
}

/** Existing tables and indexes of a schema. */
export interface ExistingSchema {
  readonly tables: ReadonlyMap<string, ExistingTable>;
  /** Table name by index or constraint name. */
  readonly objects: ReadonlyMap<string, string>;
  /** Names of foreign keys that cannot wait for the end of a transaction, as versions before made them. */
  readonly immediateKeys: ReadonlySet<string>;
  /** Schema of the pg_trgm extension for search indexes; absent if it is not installed. */
  readonly trigrams?: string;
}

/** Deleted, unpurged definitions, whose tables and columns are retained if they hold data. */
export interface RetainedDefinitions {
  /** Id of the deleted entity by table name. */
  readonly tables: ReadonlyMap<string, string>;
  /** Id of the deleted field by `table.column`. */
  readonly columns: ReadonlyMap<string, string>;
  /** `table.column` of deleted fields that the service derives: nothing is lost with their columns. */
  readonly derived: ReadonlySet<string>;
}
