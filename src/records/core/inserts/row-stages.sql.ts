import { storedFields } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import type { RequestContext } from '#core/context/context.js';
import { withComputed } from '#core/expressions/row-image.sql.js';
import { aggregatesSql, rollupValue } from '#records/core/rollups/aggregates.sql.js';
import type { AggregatedChildren } from '#records/core/rollups/aggregated-children.js';
import { rollupLevel } from '#records/core/rollups/rollup-level.js';
import { ident, list, raw, sql, type Sql } from '#core/sql/sql.js';
import { ownerCtes, rowsCte } from './drafted-rows.sql.js';
import type { InsertGroup } from './insert-plan.js';

/** CTE of a group's rows with all their values; names of CTEs are listed at `compileInsert`. */
export const rowsOf = (i: number): Sql => raw(`x${i}`);

/**
 * Stages in which a group's rows are completed. Rollups follow from children in the same statement, leaves first: level
 * 0 has the values that need no children, level 1 those that follow from children of level 0, and so on.
 */
class Stages {
  /** Levels that add fields to these rows, from 0. */
  readonly levels: readonly number[];
  readonly #levelOf: ReadonlyMap<Field, number>;

  constructor(
    private readonly ctx: RequestContext,
    readonly group: InsertGroup,
    readonly i: number,
  ) {
    const { entity, rollups } = group;
    const drafted = rollups.flatMap((children) => children.rollups.map(({ field }) => field));
    const computed = rollups.length > 0 ? storedFields(entity).filter((field) => field.computed) : [];
    this.#levelOf = new Map(
      [...drafted, ...computed].map((field) => [field, rollupLevel(ctx.catalogue, entity, field)]),
    );
    this.levels = [...new Set([0, ...this.#levelOf.values()])].toSorted((a, b) => a - b);
  }

  /** The rows with everything up to a level. */
  at(level: number): Sql {
    const reached = this.levels.filter((each) => each <= level).length;
    return reached === this.levels.length ? rowsOf(this.i) : raw(`x${this.i}s${reached}`);
  }

  first(added: ReadonlyMap<string, Sql>): readonly Sql[] {
    const later = new Set([...this.#levelOf].filter(([, level]) => level > 0).map(([field]) => field));
    const draw = { name: this.at(0), later, added };
    return [...ownerCtes(this.ctx, this.group, this.i), rowsCte(this.ctx, this.group, this.i, draw)];
  }

  /** @param childRows the rows of a drafted entity with everything up to the level below. */
  next(level: number, childRows: (entityName: string) => Sql): Sql {
    const { entity, rollups } = this.group;
    const here = (field: Field): boolean => this.#levelOf.get(field) === level;
    const sources = rollups
      .map((children) => ({ ...children, rollups: children.rollups.filter(({ field }) => here(field)) }))
      .filter((children) => children.rollups.length > 0);
    const joins = sources.map((children, k) => this.#join(children, raw(`a${k}`), childRows(children.child.name)));
    const values = sources.flatMap((children, k) =>
      children.rollups.map(({ field }) => rollupColumn(field, raw(`a${k}`))),
    );
    const rows = sql`SELECT p.*${list(values, '')} FROM ${this.at(level - 1)} p${list(joins, '')}`;
    const computed = storedFields(entity).filter((field) => field.computed && here(field));
    return sql`${this.at(level)} AS MATERIALIZED (${withComputed(entity, computed, rows)})`;
  }

  #join(children: AggregatedChildren, alias: Sql, rows: Sql): Sql {
    return sql` LEFT JOIN ${aggregatesSql(this.ctx, { children, rows })} ${alias} ON ${alias}.parent = p."Id"`;
  }
}

const rollupColumn = (field: Field, aggregates: Sql): Sql =>
  sql`, ${rollupValue(field, sql`${aggregates}.${ident(field.name)}`)} AS ${ident(field.name)}`;

/** CTEs of all groups' rows as they will be stored: owners, given values, and values derived from them. */
export function draftedRows(ctx: RequestContext, groups: readonly InsertGroup[]): readonly Sql[] {
  const stages = groups.map((group, i) => new Stages(ctx, group, i));
  const drafted = (upTo: number): ReadonlyMap<string, Sql> =>
    new Map(stages.slice(0, upTo).map((each) => [each.group.entity.name, each.at(0)]));
  const first = stages.flatMap((each, i) => each.first(drafted(i)));
  const levels = [...new Set(stages.flatMap((each) => each.levels))].filter((level) => level > 0);
  const later = levels
    .toSorted((a, b) => a - b)
    .flatMap((level) => {
      const childRows = (name: string): Sql => stages.find(({ group }) => group.entity.name === name)!.at(level - 1);
      return stages.filter((each) => each.levels.includes(level)).map((each) => each.next(level, childRows));
    });
  return [...first, ...later];
}
