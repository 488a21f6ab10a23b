import { scopeOf, scopeSql } from '#core/rights/access.js';
import type { Scope } from '#core/catalogue/scope.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import type { Definitions, RequestContext } from '#core/context/context.js';
import { criterionSql } from '#core/criteria/compile-criterion.js';
import type { Criterion } from '#core/criteria/criterion.js';
import { FromClause } from '#core/criteria/from-clause.js';
import { relationSql, systemRows, writableSql } from '#core/relations/relation.js';
import { allOf, anyOf, EMPTY, ident, raw, sql, type Sql } from '#core/sql/sql.js';
import { CALL } from '#core/statements/args.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import type { Check } from './check.js';
import { matchColumn, type LockedLookup } from './used-lookup.js';

/** Rows that the checks of a write read. They are called `x` and are identified by `key`, an ordinal or an Id. */
export interface CheckSources {
  /** Rows of this statement by entity; rules read them as if they were stored. */
  readonly drafted: ReadonlyMap<string, Sql>;
  /** Rows that replace the stored rows of their Ids, in an update or restore. */
  replacedOf?(group: number): Sql;
  readonly key: Sql;
  entityOf(group: number): Entity;
  lookupOf(group: number, lookup: number): LockedLookup;
  rowsOf(group: number): Sql;
  lockOf(group: number, lookup: number): Sql;
}

/** The joins a condition needs, and the condition under which a row `x` is refused. */
interface CheckRefusal {
  readonly joins: Sql;
  readonly when: Sql;
}

const plain = (when: Sql): CheckRefusal => ({ joins: EMPTY, when });

function checked(from: FromClause, criterion: Criterion, truth: 'IS TRUE' | 'IS NOT TRUE'): CheckRefusal {
  const condition = criterionSql(criterion, from);
  return { joins: from.joins(), when: sql`(${condition}) ${raw(truth)}` };
}

function lookupMissing(
  { field, target, matchedBy, mayBeDrafted }: LockedLookup,
  lock: Sql,
  sources: CheckSources,
): Sql {
  const id = sql`x.${ident(field.name)}`;
  const drafted = mayBeDrafted && sources.drafted.get(target.name);
  const given = [id, ...matchedBy.map((by) => sql`x.${ident(matchColumn(field, by))}`)].map(
    (value) => sql`${value} IS NOT NULL`,
  );
  return allOf([
    anyOf(given),
    sql`NOT EXISTS (SELECT 1 FROM ${lock} t WHERE t."Id" = ${id})`,
    ...(drafted ? [sql`NOT EXISTS (SELECT 1 FROM ${drafted} d WHERE d."Id" = ${id})`] : []),
  ]);
}

function ownerUnknown(ctx: Definitions): Sql {
  const users = systemRows(ctx, 'User');
  return sql`
    NOT EXISTS (
      SELECT 1 FROM ${users} u WHERE u."Id" = x."OwnerId" AND (u."IsActive" OR u."Id" = ${CALL.userId})
    )`;
}

/** Scope Team covers records of the caller's teams, and records whose owner is a member of one of these teams. */
function ownerCovered(ctx: RequestContext, scope: Scope): Sql {
  const covered = scopeSql(scope, raw('x'));
  if (scope !== 'Team') return covered;
  const members = systemRows(ctx, 'TeamMember');
  return sql`
    (
      ${covered}
      OR EXISTS (
        SELECT 1 FROM ${members} m WHERE m."UserId" = x."OwnerId" AND m."TeamId" = ANY(${CALL.reachTeamIds})
      )
    )`;
}

function ownerOutOfScope(ctx: RequestContext, entity: Entity, operation: 'create' | 'update'): Sql {
  const scope = scopeOf(ctx, entity, operation);
  const covered = ownerCovered(ctx, scope);
  return scope === 'Team' ? sql`${covered} IS NOT TRUE` : sql`NOT (${covered})`;
}

function outOfRows(
  ctx: RequestContext,
  entity: Entity,
  { operation, isInScope }: Extract<Check['test'], { readonly kind: 'outOfRows' }>,
  drafted: ReadonlyMap<string, Sql>,
): Sql {
  const covered = (scope: Scope): Sql => ownerCovered(ctx, scope);
  const inScope = covered(scopeOf(ctx, entity, operation));
  const inRows = writableSql(ctx, entity, operation, raw('x'), { added: drafted, covered });
  return sql`(${inScope}) IS ${raw(isInScope ? 'TRUE' : 'NOT TRUE')} AND (${inRows}) IS NOT TRUE`;
}

/** True where a stored record, or another row of the same update or restore, has the values of the row. */
function clash(ctx: Definitions, entity: Entity, key: readonly Field[], replaced: Sql | undefined): Sql {
  const same = key.map((field) => {
    const { comparable } = valueTypeOf(field);
    const name = ident(field.name);
    return sql`${comparable(sql`t.${name}`, field)} = ${comparable(sql`x.${name}`, field)}`;
  });
  const stored = sql`
    SELECT 1
    FROM ${relationSql({ ctx, rights: 'system' }, entity)} t
    WHERE ${allOf(same)}`;
  if (!replaced) return sql`EXISTS (${stored})`;
  const isStale = sql`SELECT 1 FROM ${replaced} y WHERE y."Id" = t."Id"`;
  const others = sql`SELECT 1 FROM ${replaced} t WHERE ${allOf(same)} AND t."Id" <> x."Id"`;
  return sql`(EXISTS (${stored} AND NOT EXISTS (${isStale})) OR EXISTS (${others}))`;
}

function compileRefusal(ctx: RequestContext, { group, test }: Check, sources: CheckSources): CheckRefusal {
  const entity = sources.entityOf(group);
  const from = (): FromClause => new FromClause({ ctx, rights: 'system', added: sources.drafted }, entity, 'x');
  switch (test.kind) {
    case 'lookup':
      return plain(lookupMissing(sources.lookupOf(group, test.lookup), sources.lockOf(group, test.lookup), sources));
    case 'ownerUnknown':
      return plain(ownerUnknown(ctx));
    case 'ownerOutOfScope':
      return plain(ownerOutOfScope(ctx, entity, test.operation));
    case 'outOfRows':
      return plain(outOfRows(ctx, entity, test, sources.drafted));
    case 'rule':
      return checked(from(), test.criterion, 'IS NOT TRUE');
    case 'hook':
      return checked(from(), test.criterion, 'IS TRUE');
    case 'unique':
      return plain(clash(ctx, entity, test.key, sources.replacedOf?.(group)));
    case 'immutable':
      return immutableChanged(test.field);
  }
}

/** Compares with the matched row `m` as it was before the update. */
function immutableChanged({ name }: Field): CheckRefusal {
  return {
    joins: sql` JOIN m ON m."Id" = x."Id"`,
    when: sql`m.${ident(name)} IS DISTINCT FROM x.${ident(name)}`,
  };
}

/** One SELECT (`failed`, `n`) per check, for a CTE `fault`. @param first number of the first of these checks */
export function checkSelects(
  ctx: RequestContext,
  checks: readonly Check[],
  sources: CheckSources,
  first = 0,
): readonly Sql[] {
  return checks.map((check, i) => {
    const { joins, when } = compileRefusal(ctx, check, sources);
    return sql`
      SELECT ${raw(String(first + i))} AS failed, ${sources.key} AS n
      FROM ${sources.rowsOf(check.group)} x${joins}
      WHERE ${when}`;
  });
}

/** Column `faults`: failed checks as JSON text `[[check, row], …]`, or null. */
export const FOUND = sql`
  (
    SELECT json_agg(json_build_array(f.failed, f.n) ORDER BY f.failed, f.n)::text
    FROM fault f
  ) AS faults`;
