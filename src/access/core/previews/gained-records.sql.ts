import { scopeTest } from '#core/rights/access.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { Operation, RowClause, Scope } from '#core/catalogue/scope.js';
import type { CallerClause } from '#core/statements/caller-clause.js';
import type { Definitions } from '#core/context/context.js';
import { assignedSql } from '#core/relations/assigned.sql.js';
import { relationSql } from '#core/relations/relation.js';
import { SHARED_RIGHTS, sharedSql, type ShareReceiver } from '#core/relations/shares.sql.js';
import { allOf, anyOf, ident, raw, sql, type Slot, type Sql } from '#core/sql/sql.js';
import { CALL } from '#core/statements/args.js';
import { readStatement, type Answers } from '#core/statements/statement.js';

/** Records are counted up to this number, which stands for more than one less. */
export const MAX_COUNTED = 1_001;

/** Rows of an operation before and after. */
export interface ScopeChange {
  /** All members as one text, the key of the statement. */
  readonly name: string;
  readonly from: BoundRows;
  readonly to: BoundRows;
  readonly operation: Operation;
  /** Owners move to other teams. */
  readonly hasMoved: boolean;
}

/** Rows of the roles without clause, and those of a scope that meet a clause, resolved for one user. */
export interface BoundRows {
  readonly open: Scope;
  readonly grants: readonly { readonly scope: Scope; readonly clause: RowClause; readonly met: CallerClause }[];
}

const keyOf = ({ open, grants }: BoundRows): string =>
  [open, ...grants.map(({ scope, clause, met }) => `${scope}&${met.key}${JSON.stringify(clause.json)}`)].join('|');

export const scopeChange = (change: Omit<ScopeChange, 'name'>): ScopeChange => {
  const { from, to, operation, hasMoved } = change;
  const beyond = SHARED_RIGHTS[operation] ? ` ${operation}` : '';
  return { ...change, name: `${keyOf(from)} to ${keyOf(to)}${beyond}${hasMoved ? ' moved' : ''}` };
};

/** Ids of records as JSON text; null where there are none. */
interface GainedRow {
  readonly gained: string | null;
  readonly lost: string | null;
}

const rowsOf = (ctx: Definitions, entity: Entity): Sql => relationSql({ ctx, rights: 'system' }, entity);

/**
 * Answers the records that a user gains and loses when a scope and the teams of scope Team change. The user of the call is
 * the user in question, with the teams of after. Of records whose owner moves to another team, after counts that team.
 * `before`: teams of scope Team before. `moved`, `teams`: moved owners and their new teams. `teamIds`, `roleIds`: teams and
 * roles before.
 */
export const gainedRecords = readStatement(
  'gainedRecords',
  { before: 'uuid[]', moved: 'uuid[]', teams: 'uuid[]', teamIds: 'uuid[]', roleIds: 'uuid[]' },
  (ctx, slots, entity: Entity, { from, to, operation, hasMoved }: ScopeChange): Answers<GainedRow> => {
    const { moved, teams } = slots;
    const stored = raw('t."OwnerTeamId"');
    const next = sql`
      CASE WHEN t."OwnerId" = ANY(${moved}) THEN (${teams})[array_position(${moved}, t."OwnerId")] ELSE ${stored} END`;
    const covered = ({ open, grants }: BoundRows, team: Sql, reach: Slot, receiver?: ShareReceiver): Sql => {
      const inScope = (scope: Scope): Sql => scopeTest(scope, raw('t."OwnerId"'), team, reach);
      const limited = grants.map(({ scope, met }) => allOf([inScope(scope), met.on(raw('t'))]));
      const isSome = open !== 'All' && (open !== 'None' || limited.length > 0);
      return anyOf([inScope(open), ...limited, ...(isSome ? beyondScope(ctx, entity, operation, receiver) : [])]);
    };
    const before = covered(from, stored, slots.before, { ...slots, userId: CALL.userId });
    const after = covered(to, hasMoved ? next : stored, CALL.reachTeamIds);
    return sql`
      SELECT ${onlyIn(ctx, entity, after, before)} AS gained, ${onlyIn(ctx, entity, before, after)} AS lost`;
  },
);

/** Conditions of open approval tasks, which count for Read, and of shares. @param to receiver of shares; absent: the user */
function beyondScope(ctx: Definitions, entity: Entity, operation: Operation, to?: ShareReceiver): readonly Sql[] {
  const [row, right] = [raw('t'), SHARED_RIGHTS[operation]];
  const live = (other: Entity): Sql => rowsOf(ctx, other);
  const assigned = operation === 'read' ? assignedSql(ctx, entity, row, live) : [];
  const shared = right ? sharedSql(ctx, entity, row, { right, rowsOf: live, ...(to && { to }) }) : [];
  return [...assigned, ...shared];
}

/** Ids of the records that meet one condition and not the other. */
const onlyIn = (ctx: Definitions, entity: Entity, condition: Sql, other: Sql): Sql =>
  sql`
    (
      SELECT json_agg(g.id)::text
      FROM (
        SELECT t."Id"::text AS id
        FROM ${rowsOf(ctx, entity)} t
        WHERE ${allOf([sql`(${condition}) IS TRUE`, sql`(${other}) IS NOT TRUE`])}
        LIMIT ${raw(String(MAX_COUNTED))}
      ) g
    )`;

/** A record in a preview. */
export interface SampledRecord {
  readonly Id: string;
  readonly RecordInformationId: string;
  /** Value of its display field. */
  readonly Text: string | null;
}

/** Answers records as people know them, in the order of their texts. */
export const sampledRecords = readStatement(
  'sampledRecords',
  { ids: 'uuid[]' },
  (ctx, { ids }, entity: Entity): Answers<SampledRecord> => sql`
    SELECT t."Id"::text AS "Id", t."RecordInformationId"::text AS "RecordInformationId",
      t.${ident(entity.displayField.name)}::text AS "Text"
    FROM ${rowsOf(ctx, entity)} t
    WHERE t."Id" = ANY(${ids})
    ORDER BY 3, 1`,
);
