import type { RequestContext } from '#core/context/context.js';
import { ownChanges } from '#core/relations/own-changes.sql.js';
import { systemRows, targetSql } from '#core/relations/relation.js';
import { literal, raw, render, sql, type Sql } from '#core/sql/sql.js';

/** Number of records from which a clause of reading is expected to have an index. */
const LARGE = 100_000;

/** A clause of reading that the transaction has written, on an entity with many records. */
export interface LargeClause {
  readonly entity: string;
  /** JSON text. */
  readonly clause: string;
  /** Estimated number of records. */
  readonly records: number;
}

/** Answers the written clauses of reading on entities that have many records, as PostgreSQL estimates them. */
export const compileLargeClauses = (ctx: RequestContext): Sql => sql`
  SELECT a."EntityName" AS entity, a."ReadWhere"::text AS clause, c.reltuples AS records
  FROM ${systemRows(ctx, 'RoleAccess')} a
  JOIN pg_class o ON o.oid = ${literal(render(targetSql(ctx, ctx.catalogue.entity('RoleAccess'))).text)}::regclass
  JOIN pg_class c ON c.relnamespace = o.relnamespace AND c.relname = a."EntityName" AND c.relkind = 'r'
  WHERE a."ReadWhere" IS NOT NULL AND c.reltuples >= ${raw(String(LARGE))}
    AND a."Id" IN (SELECT k.record_id FROM ${ownChanges(ctx, 'RoleAccess')} k WHERE k.operation <> 'Delete')
  ORDER BY a."EntityName"`;
