import { Injectable } from '@nestjs/common';
import { rowsKey } from '#core/rights/access.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { accessKey } from '#core/relations/relation.js';
import { compileRecordFacts, type RecordFacts } from '#access/core/explanations/explain-record.sql.js';
import type { Operation } from '#core/catalogue/scope.js';
import { Args } from '#core/statements/args.js';
import { Database } from '#platform/database/database.js';
import { StatementCache } from '#platform/database/statement-cache.js';

/** Reads how records stand to users. Holds no rule of its own. */
@Injectable()
export class ExplainedRecords {
  constructor(
    private readonly database: Database,
    private readonly statements: StatementCache,
  ) {}

  /** Reads the facts of a live record for the user of `ctx`. @param recordId record-information id */
  async facts(
    ctx: RequestContext,
    entity: Entity,
    operation: Operation,
    recordId: string,
  ): Promise<RecordFacts | undefined> {
    const args = new Args(ctx);
    const slot = args.add(recordId, 'uuid');
    const scope = rowsKey(ctx, entity, operation);
    const key = `recordFacts:${entity.name}:${operation}:${scope}:${accessKey({ ctx, rights: 'caller' })}`;
    const compile = () => compileRecordFacts(ctx, entity, operation, slot);
    const [row] = await this.database.execute<RecordFacts>(ctx, this.statements.get(ctx, key, compile, 'read'), args);
    return row;
  }
}
