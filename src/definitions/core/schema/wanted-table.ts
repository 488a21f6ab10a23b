import type { Entity } from '#core/catalogue/entity.js';
import type { DeclaredIndex } from '#core/catalogue/declared-index.js';
import type { Field } from '#core/catalogue/field.js';
import type { Sql } from '#core/sql/sql.js';

/** One object of the database that a definition asks for; `name` tells whether it exists. */
export interface WantedObject {
  readonly name: string;
  readonly ddl: Sql;
}

/** An index. */
export interface WantedIndex extends WantedObject {
  /**
   * Makes it while others write, in no transaction. An index that has it is made by `ddl` with its table only, and goes
   * beside writes, too: no rule rests on it, and rows can do without it for a while.
   */
  readonly beside?: Sql;
  /** Definitions that ask for it and report its state; none: it is the service's own. */
  readonly declared?: readonly Pick<DeclaredIndex, 'kind' | 'id'>[];
  /** True if it orders by an expression, about whose values only ANALYZE tells the planner. */
  readonly hasExpression?: boolean;
  /** Index of an older version in whose place it comes, also in tables of business entities. */
  readonly supersedes?: string;
  /** Finds a stored row whose values do not fit into the index. */
  readonly tooLong?: Sql;
}

/** A column; `ddl` adds it to a table that exists, where rows have no value for it yet. */
export interface WantedColumn extends WantedObject {
  /** With its collation, as a statement names it. */
  readonly columnType: string;
  /** As PostgreSQL calls it, such as `timestamp with time zone`. */
  readonly type: string;
  readonly required: boolean;
  /** Absent for columns of the envelope that are no fields. */
  readonly field?: Field;
}

/** One table as the definitions require it, in the order in which it can be created. */
export interface WantedTable {
  readonly name: string;
  readonly entity: Entity;
  readonly create: Sql;
  readonly columns: readonly WantedColumn[];
  readonly indexes: readonly WantedIndex[];
  readonly foreignKeys: readonly WantedObject[];
}
