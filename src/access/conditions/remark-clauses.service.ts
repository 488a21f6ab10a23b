import { Injectable } from '@nestjs/common';
import type { Entity } from '#core/catalogue/entity.js';
import { definedCriterion } from '#core/checks/defined-criterion.js';
import type { RequestContext } from '#core/context/context.js';
import { readJson } from '#core/json/read-json.js';
import { Args } from '#core/statements/args.js';
import { StatementCache } from '#platform/database/statement-cache.js';
import type { Transaction } from '#platform/database/transaction.js';
import { type BeforeCommitHook, BeforeCommitHooks } from '#records/index.js';
import { missingIndex } from '#access/core/conditions/clause-index.js';
import { compileLargeClauses, type LargeClause } from '#access/core/conditions/large-clauses.sql.js';

/** Adds a line to the answer's log where no index serves a clause on an entity with many records. */
@Injectable()
export class RemarkClauses implements BeforeCommitHook {
  constructor(
    private readonly statements: StatementCache,
    hooks: BeforeCommitHooks,
  ) {
    hooks.register('clauses', this);
  }

  concerns(_: RequestContext, { name }: Entity): boolean {
    return name === 'RoleAccess';
  }

  async beforeCommit(ctx: RequestContext, _: readonly Entity[], tx: Transaction): Promise<void> {
    const statement = this.statements.get(ctx, 'largeClauses', () => compileLargeClauses(ctx), 'read');
    for (const { entity: name, clause, records } of await tx.execute<LargeClause>(statement, new Args(ctx))) {
      const entity = ctx.catalogue.find(name);
      const { criterion } = entity ? definedCriterion(ctx, entity, readJson(clause), new Args(ctx)) : {};
      const field = entity && criterion && missingIndex(entity, criterion);
      if (!field) continue;
      const index = JSON.stringify({ EntityName: name, Name: `By${field}`, Fields: [{ FieldName: field }] });
      ctx.submission?.addToLog(
        `${name} has about ${Math.round(records)} records, and no index serves this ReadWhere. Insert the Index ${index}.`,
      );
    }
  }
}
