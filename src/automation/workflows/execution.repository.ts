import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import { JsonText } from '#core/json/json.js';
import { readResult } from '#automation/core/runs/end-run.sql.js';
import {
  executionValues,
  recordExecution,
  type RecordedExecution,
} from '#automation/core/runs/record-execution.sql.js';
import { Database } from '#platform/database/database.js';
import { PlatformDatabase } from '#platform/database/platform-database.js';
import type { Transaction } from '#platform/database/transaction.js';

/** Reads and writes what requests that wait for runs share with them. */
@Injectable()
export class ExecutionRepository {
  constructor(
    private readonly database: Database,
    private readonly platform: PlatformDatabase,
  ) {}

  /** Records that a request waits for a run. @throws {ConstraintViolation} for a key that is used */
  async record(ctx: RequestContext, execution: RecordedExecution, tx: Transaction): Promise<void> {
    await tx.runStatement(recordExecution, ctx, executionValues(execution));
  }

  /** Tells that the request is answered 202. @returns false when its run has ended */
  async accept(runId: string): Promise<boolean> {
    const rows = await this.platform.repeatable(
      'UPDATE platform.command SET is_accepted = true WHERE id = $1 AND finished_on IS NULL RETURNING id',
      [runId],
    );
    return rows.length > 0;
  }

  /** `Result` of a run. */
  async result(ctx: RequestContext, runId: string): Promise<JsonText> {
    const [row] = await this.database.runStatement(readResult, ctx, { runId });
    return new JsonText(row?.result ?? 'null');
  }

  /** Tells which runs have an outcome. */
  async ended(runIds: readonly string[]): Promise<readonly string[]> {
    const rows = await this.platform.repeatable<{ readonly id: string }>(
      'SELECT id FROM platform.operation WHERE id = ANY($1::uuid[])',
      [runIds],
    );
    return rows.map(({ id }) => id);
  }
}
