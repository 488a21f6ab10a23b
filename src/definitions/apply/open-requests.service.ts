import { Injectable } from '@nestjs/common';
import type { RequestContext, Definitions } from '#core/context/context.js';
import { DomainError, type Fault } from '#core/errors.js';
import { render, raw, sql, type Sql } from '#core/sql/sql.js';
import type { Query } from '#platform/database/platform-database.js';
import type { DefinitionChange } from '#definitions/migration/definition-changes.repository.js';
import { systemRows, targetSql } from '#core/relations/relation.js';

/** Keeps approval processes that have open requests. */
@Injectable()
export class OpenRequests {
  /** @throws {DomainError} DeleteBlocked for deleted processes with open requests */
  async check(ctx: RequestContext, changes: readonly DefinitionChange[], query: Query): Promise<void> {
    const deleted = changes.filter(
      (change) => change.entityName === 'ApprovalProcess' && change.operation === 'Delete',
    );
    if (deleted.length === 0) return;
    await query(render(compileLockRequests(ctx)).text);
    const ids = deleted.map(({ id }) => id);
    const rows = await query<{ id: string; n: number }>(render(compileOpenRequests(ctx)).text, [ids]);
    const counts = new Map(rows.map(({ id, n }) => [id, n]));
    const faults = deleted.flatMap(({ id, old }): readonly Fault[] => {
      const [count, name] = [counts.get(id) ?? 0, old.text('Name')];
      if (count === 0) return [];
      const requests = count === 1 ? '1 open request' : `${count} open requests`;
      const message = `The process '${name}' has ${requests}; decide or recall them first, or deactivate the process.`;
      const params = { Kind: 'ApprovalRequest', Name: name, Count: count };
      return [{ code: 'DeleteBlocked', message, recordId: id, params }];
    });
    if (faults.length > 0) throw new DomainError(...faults);
  }
}

/** Makes writers of requests wait, so that none starts unseen. */
const compileLockRequests = (ctx: Definitions): Sql =>
  sql`LOCK TABLE ${targetSql(ctx, ctx.catalogue.entity('ApprovalRequest'))} IN SHARE ROW EXCLUSIVE MODE`;

/** `id`, `n`: the open requests of each process of `$1` that has any. */
const compileOpenRequests = (ctx: Definitions): Sql => sql`
  SELECT r."ProcessId"::text AS id, count(*)::int AS n
  FROM ${systemRows(ctx, 'ApprovalRequest')} r
  WHERE r."State" = 'Pending' AND r."ProcessId" = ANY(${raw('$1::uuid[]')})
  GROUP BY r."ProcessId"`;
