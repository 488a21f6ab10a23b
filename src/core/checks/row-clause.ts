import type { CallerClause, ResolvableClause } from '#core/statements/caller-clause.js';
import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { Principal, RequestContext } from '#core/context/context.js';
import { Faults } from '#core/errors.js';
import type { JsonValue } from '#core/json/json.js';
import type { WhereClause } from '#core/requests/where-clause.js';
import { readClause } from './defined-criterion.js';
import { Args, CALL } from '#core/statements/args.js';
import { relationSql } from '#core/relations/relation.js';
import { allOf, anyOf, ident, literal, raw, render, Slot, sql, type Sql, withSlots } from '#core/sql/sql.js';
import type { Field } from '#core/catalogue/field.js';
import { criterionSql } from '#core/criteria/compile-criterion.js';
import {
  type Comparison,
  type Criterion,
  mayBeUnknown,
  type Operand,
  shapeOf,
  UNKNOWN,
} from '#core/criteria/criterion.js';
import { FieldPath } from '#core/criteria/field-path.js';
import { FromClause } from '#core/criteria/from-clause.js';
import { resolveCriterion } from '#core/criteria/resolve-criterion.js';

/** Number of the first value of a clause in the args of its resolution. */
const FIRST = Object.keys(CALL).length;

/** Row of a statement on which a condition stands: its lookups are followed by sub-queries, so that it needs no joins. */
class RowSource extends FromClause {
  override column({ steps, field }: FieldPath): Sql {
    if (steps.length === 0) return ownColumn(this.alias, field);
    if (field.constant === undefined) return this.#follow(steps, field);
    return sql`CASE WHEN ${this.#follow(steps, ID)} IS NOT NULL THEN ${literal(field.constant)}::uuid END`;
  }

  #follow(steps: readonly Field[], { name }: Pick<Field, 'name'>): Sql {
    const lookup = steps.at(-1)!;
    const before = steps.slice(0, -1);
    const id = before.length === 0 ? ownColumn(this.alias, lookup) : this.#follow(before, lookup);
    const alias = raw(`${this.alias}l${steps.length}`);
    const rows = relationSql(this.reader, this.reader.ctx.catalogue.entity(lookup.target!));
    return sql`(SELECT ${alias}.${ident(name)} FROM ${rows} ${alias} WHERE ${alias}."Id" = ${id})`;
  }
}

const ID = { name: 'Id' };

const ownColumn = (alias: string, { name, constant }: Pick<Field, 'name' | 'constant'>): Sql =>
  constant === undefined ? sql`${raw(alias)}.${ident(name)}` : sql`${literal(constant)}::uuid`;

/**
 * Renders the condition under which a row meets a criterion; where it is unknown, it may be false, so that it must not stand
 * in a negation. PostgreSQL joins the targets of lookups then, or hashes them, instead of looking up each.
 */
function metSql(criterion: Criterion, from: RowSource): Sql {
  if (criterion.kind === 'all') return allOf(criterion.of.map((part) => metSql(part, from)));
  if (criterion.kind === 'any') return anyOf(criterion.of.map((part) => metSql(part, from)));
  if (criterion.kind !== 'compare' || !isOfTarget(criterion)) return criterionSql(criterion, from);
  const { steps, field } = criterion.path;
  const target = from.reader.ctx.catalogue.entity(steps[0].target!);
  const rows = new RowSource(from.reader, target, `${from.alias}t`);
  const met = metSql({ ...criterion, path: new FieldPath(target, steps.slice(1), field) }, rows);
  const alias = raw(rows.alias);
  const ids = sql`SELECT ${alias}."Id" FROM ${relationSql(from.reader, target)} ${alias} WHERE ${met}`;
  return sql`${ownColumn(from.alias, steps[0])} IN (${ids})`;
}

/** Tells whether a comparison is about the target of a lookup alone, and a missing target does not meet it. */
const isOfTarget = ({ path, operator, operands, orNull }: Comparison): boolean =>
  path.steps.length > 0 && operator !== 'IsNULL' && !orNull && operands.every((operand) => operand instanceof Slot);

const targetsOf = (path: Operand): readonly string[] =>
  path instanceof FieldPath ? path.steps.flatMap(({ target }) => target ?? []) : [];

/** Names of the other entities that a criterion reads. */
function readBy(criterion: Criterion): readonly string[] {
  switch (criterion.kind) {
    case 'all':
    case 'any':
      return criterion.of.flatMap(readBy);
    case 'not':
      return readBy(criterion.of);
    case 'constant':
      return [];
    case 'compare':
      return [criterion.path, ...criterion.operands].flatMap(targetsOf);
    case 'exists': {
      const { entity, path, where } = criterion.rows;
      return [...targetsOf(criterion.path), entity.name, ...targetsOf(path), ...(where ? readBy(where) : [])];
    }
  }
}

/** Clause of a role's access, as it is defined. A clause that cannot be resolved is met by no row. */
export class DefinedRowClause implements ResolvableClause {
  readonly #where: WhereClause | undefined;
  readonly #resolved = new WeakMap<object, { readonly catalogue: Catalogue; readonly clause: CallerClause }>();

  constructor(
    readonly id: string,
    readonly roleId: string,
    private readonly entity: Entity,
    readonly json: JsonValue,
  ) {
    this.#where = readClause(json);
  }

  of(call: RequestContext): CallerClause {
    const { principal, catalogue } = call;
    for (const holder of [principal, call]) {
      const known = this.#resolved.get(holder);
      if (known?.catalogue === catalogue) return known.clause;
    }
    const clause = this.#resolve(call);
    const holder: Principal | RequestContext = clause.isTimed ? call : principal;
    this.#resolved.set(holder, { catalogue, clause });
    return clause;
  }

  #resolve(ctx: RequestContext): CallerClause {
    const [args, faults] = [new Args(ctx, null), new Faults()];
    const entity = ctx.catalogue.find(this.entity.name);
    const resolved =
      entity && this.#where && resolveCriterion({ ctx, args, faults, rights: 'system' }, entity, this.#where);
    const criterion = resolved === undefined || faults.list.length > 0 ? UNKNOWN : resolved;
    const values = args.values.slice(FIRST) as readonly JsonValue[];
    return {
      key: mayBeUnknown(criterion) ? `${this.id}${shapeOf(criterion)}` : this.id,
      values,
      isTimed: args.hasTimes,
      bound: {
        shape: `row ${shapeOf(criterion)}`,
        values,
        reads: new Set(readBy(criterion)),
        on: (of, alias) => metSql(criterion, new RowSource({ ctx: of, rights: 'system' }, this.entity, alias)),
      },
      on: (row, added) => this.#render(ctx, criterion, row, added),
    };
  }

  #render(ctx: RequestContext, criterion: Criterion, row: Sql, added?: ReadonlyMap<string, Sql>): Sql {
    const from = new RowSource({ ctx, rights: 'system', ...(added && { added }) }, this.entity, render(row).text);
    return withSlots(metSql(criterion, from), (slot) => (slot.index < FIRST ? slot : this.#value(slot)));
  }

  /** A value among those of all clauses of the caller; a list is read once, not for each row. */
  #value({ index, type }: Slot): Sql {
    const place = sql`${CALL.clauses} #> ${literal(`{${this.id},${index - FIRST}}`)}`;
    if (!type.endsWith('[]')) return sql`(${place} #>> '{}')::${raw(type)}`;
    return sql`ARRAY(SELECT v::${raw(type.slice(0, -2))} FROM jsonb_array_elements_text(${place}) v)`;
  }
}
