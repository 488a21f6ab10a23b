import { storedFields } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import { isMatch, lockTargets, targetsOf } from '#core/checks/lookup-targets.sql.js';
import { matchColumn } from '#core/checks/used-lookup.js';
import type { RequestContext } from '#core/context/context.js';
import { relationSql, systemRows } from '#core/relations/relation.js';
import { movesOwner } from '#records/core/drafts/update-draft.js';
import { followingFields } from '#core/expressions/computed-field.js';
import { withComputed } from '#core/expressions/row-image.sql.js';
import { ident, list, raw, sql, type Sql } from '#core/sql/sql.js';
import type { SetField, UpdatePlan } from './update-plan.js';

/** The target's Id where its unique field has the value; readable targets only. */
function matchedId(ctx: RequestContext, { field, value }: SetField, by: Field): Sql {
  const target = ctx.catalogue.entity(field.target!);
  return sql`(SELECT t."Id" FROM ${targetsOf(ctx, target)} t WHERE ${isMatch(raw('t'), by, sql`${value}`)})`;
}

/**
 * A column of the row as it will be. A new owner brings the owner's team; a new target of OwnerFrom brings its owner.
 */
function newValue(ctx: RequestContext, field: Field, { sets, match }: UpdatePlan): Sql {
  const set = sets.find((each) => each.field.name === field.name);
  if (set) return set.matchedBy ? matchedId(ctx, set, set.matchedBy) : sql`${set.value}`;
  const kept = sql`m.${ident(field.name)}`;
  if (field.name !== 'OwnerId' && field.name !== 'OwnerTeamId') return kept;
  const owner = sets.find((each) => each.field.name === 'OwnerId');
  if (owner) {
    const users = systemRows(ctx, 'User');
    const id = owner.matchedBy ? matchedId(ctx, owner, owner.matchedBy) : sql`${owner.value}`;
    return sql`(SELECT u."PrimaryTeamId" FROM ${users} u WHERE u."Id" = ${id})`;
  }
  if (!ownerSource({ sets, match })) return kept;
  return sql`CASE WHEN EXISTS (SELECT 1 FROM o) THEN (SELECT o.${ident(field.name)} FROM o) ELSE ${kept} END`;
}

/** The new target that the rows take their owner from. */
const ownerSource = ({ sets, match }: Pick<UpdatePlan, 'sets' | 'match'>): SetField | undefined =>
  sets.some(({ field }) => field.name === 'OwnerId')
    ? undefined
    : sets.find(({ field }) => field === match.entity.ownerFrom);

/**
 * CTE `o`: the new target of OwnerFrom, locked before its owner is read. A concurrent change of that owner is over by
 * then, and a later one finds these rows and updates them. The owner of a target that the caller may not refer to is
 * not read, because no refusal may depend on it.
 */
export function newOwnerCtes(ctx: RequestContext, plan: UpdatePlan): readonly Sql[] {
  const source = ownerSource(plan);
  if (!source) return [];
  const { field, value, matchedBy, isNew } = source;
  const target = ctx.catalogue.entity(field.target!);
  const targets = isNew ? relationSql({ ctx, rights: 'system' }, target) : targetsOf(ctx, target);
  const isTarget = matchedBy ? isMatch(raw('t'), matchedBy, sql`${value}`) : sql`t."Id" = ${value}`;
  return [
    sql`
      o AS MATERIALIZED (
        SELECT t."OwnerId", t."OwnerTeamId" FROM ${targets} t WHERE ${isTarget} FOR KEY SHARE OF t
      )`,
  ];
}

/** CTE `name`: the matched rows as they will be. */
export function imageCte(ctx: RequestContext, plan: UpdatePlan, name = raw('x')): Sql {
  const { entity } = plan.match;
  const following = followingOf(plan);
  const columns = storedFields(entity)
    .filter((field) => !following.includes(field))
    .map((field) => sql`${newValue(ctx, field, plan)} AS ${ident(field.name)}`);
  const matched = plan.sets.flatMap(({ field, value, matchedBy }) =>
    matchedBy ? [sql`${value} AS ${ident(matchColumn(field, matchedBy))}`] : [],
  );
  return sql`
    ${name} AS MATERIALIZED (
      ${withComputed(entity, following, sql`SELECT ${list([...columns, ...matched])} FROM m`)}
    )`;
}

/** CTE of the locked targets of a lookup. */
export const lockOf = (lookup: number): Sql => raw(`l${lookup}`);

/** CTEs of the locked targets of all lookups. @param rows with the lookups */
export const lockCtes = (ctx: RequestContext, { lookups }: UpdatePlan, rows = raw('x')): readonly Sql[] =>
  lookups.map((used, i) => lockTargets(ctx, used, lockOf(i), rows));

/** Computed fields whose value the assigned ones can change. */
const followingOf = ({ match, sets }: UpdatePlan): readonly Field[] =>
  followingFields(match.entity.fields, new Set(sets.map(({ field }) => field.name)));

/** Fields whose value this update can change: the assigned ones and what follows from them. */
export function changeable(plan: UpdatePlan): readonly Field[] {
  const { match, sets } = plan;
  const changed = new Set([...sets.map(({ field }) => field), ...followingOf(plan)].map(({ name }) => name));
  const moves = movesOwner({ entity: match.entity, settings: sets });
  return storedFields(match.entity).filter(
    ({ name }) => changed.has(name) || (moves && (name === 'OwnerId' || name === 'OwnerTeamId')),
  );
}
