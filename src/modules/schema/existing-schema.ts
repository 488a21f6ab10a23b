/** A column as it stands in the database. */
export interface ExistingColumn {
  /** As `format_type` gives it. */
  readonly type: string;
  readonly required: boolean;
  /** Id of the deleted field whose values it keeps. */
  readonly retainedFor: string | null;
}

/** A table as it stands in the database. */
export interface ExistingTable {
  readonly columns: ReadonlyMap<string, ExistingColumn>;
  /** Id of the deleted entity it is kept for. */
  readonly retainedFor: string | null;
}

/** What a schema holds. */
export interface ExistingSchema {
  readonly tables: ReadonlyMap<string, ExistingTable>;
  /** Table by the name of an index or a constraint. */
  readonly objects: ReadonlyMap<string, string>;
  /** Schema of the database's trigrams, which indexes of searches are made of; absent where it has none. */
  readonly trigrams?: string;
}

/** The definitions that are deleted and not purged: their tables and columns stay, out of sight, where they hold data. */
export interface RetainedDefinitions {
  /** Id of the deleted entity by the name of its table. */
  readonly tables: ReadonlyMap<string, string>;
  /** Id of the deleted field by `table.column`. */
  readonly columns: ReadonlyMap<string, string>;
  /** `table.column` of deleted fields that the service derives: nothing is lost with their columns. */
  readonly derived: ReadonlySet<string>;
}
