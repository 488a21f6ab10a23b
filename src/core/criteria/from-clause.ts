import type { Entity } from '../catalogue/entity.js';
import type { Field } from '../catalogue/field.js';
import { ident, list, literal, raw, sql, type Sql } from '../sql/sql.js';
import type { FieldPath } from './field-path.js';
import { relationSql, type Reader } from './relation.js';

/** A row source while its statement is being written: the row itself and the lookups' targets it turned out to need. */
export class FromClause {
  readonly #joins = new Map<string, { readonly alias: Sql; readonly text: Sql }>();
  #inner = 0;

  /** @param alias name of the row in SQL: ours, lower-case letters and digits. */
  constructor(
    readonly reader: Reader,
    readonly entity: Entity,
    readonly alias: string,
  ) {}

  /** The field's column; a target the reader may not read acts as null (T13). Registers the joins it needs. */
  column({ steps, field }: FieldPath): Sql {
    const holder = this.#holder(steps, field);
    if (field.constant === undefined) return sql`${holder}.${ident(field.name)}`;
    const constant = sql`${literal(field.constant)}::uuid`;
    return steps.length === 0 ? constant : sql`CASE WHEN ${holder}."Id" IS NOT NULL THEN ${constant} END`;
  }

  /**
   * The joins of all columns asked for so far, to follow the row source: ask for the columns first. Joins and no
   * sub-queries per row, so that PostgreSQL can hash them.
   */
  joins(): Sql {
    return list(
      [...this.#joins.values()].map(({ text }) => text),
      '',
    );
  }

  /** A frame within this one, whose names clash with none of this one's. */
  inner(entity: Entity): FromClause {
    return new FromClause(this.reader, entity, `${this.alias}e${++this.#inner}`);
  }

  /** The row that holds `field`: this frame's own, or the one the lookups lead to. */
  #holder(steps: readonly Field[], field: Field): Sql {
    const lookup = steps.at(-1);
    if (!lookup) return raw(this.alias);
    const target = this.reader.ctx.catalogue.entity(lookup.target!);
    const rows = target.publicFields.has(field.name) ? 'live' : 'readable';
    const key = `${steps.map(({ name }) => name).join('.')} ${rows}`;
    const known = this.#joins.get(key);
    if (known) return known.alias;
    const from = this.#holder(steps.slice(0, -1), lookup);
    const alias = raw(`${this.alias}j${this.#joins.size + 1}`);
    const same = sql`${alias}."Id" = ${from}.${ident(lookup.name)}`;
    // Where scope Own makes the lookup a constant in the rows before (`OwnerId = $1`), PostgreSQL 18.4 may put that
    // constant in the place of `same`, even for rows that the join before left empty.
    const on = steps.length > 1 ? sql`${same} AND ${from}."Id" IS NOT NULL` : same;
    const text = sql` LEFT JOIN ${relationSql(this.reader, target, rows)} ${alias} ON ${on}`;
    this.#joins.set(key, { alias, text });
    return alias;
  }
}
