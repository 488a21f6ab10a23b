import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Config } from '#platform/process/config/config.js';
import { PlatformDatabase } from '#platform/database/platform-database.js';

const EVERY_MS = 600_000;
/** Maximum of rows per DELETE, so that transactions stay short. */
const ROWS = 5_000;

const OLD = `now() - $1 * interval '1 hour'`;

/** Tables with a retention, and the condition of expired rows. */
const EXPIRED = [
  ['platform.operation', `completed_on < ${OLD}`],
  ['platform.command', `finished_on IS NOT NULL AND submitted_on < ${OLD} AND finished_on < ${OLD}`],
  ['platform.idempotency', `expires_on < now() AND $1::int IS NOT NULL`],
  ['platform.batch_step', `expires_on < now() AND $1::int IS NOT NULL`],
] as const;

/** Deletes outcomes and keys after their retention. Every node does; rows that another node has locked are skipped. */
@Injectable()
export class ExpireOutcomes {
  readonly #logger = new Logger(ExpireOutcomes.name);

  constructor(
    private readonly platform: PlatformDatabase,
    private readonly config: Config,
  ) {}

  @Interval(EVERY_MS)
  async expire(): Promise<void> {
    try {
      for (const [table, condition] of EXPIRED) await this.#expire(table, condition);
    } catch (error) {
      this.#logger.error(error);
    }
  }

  async #expire(table: string, condition: string): Promise<void> {
    const statement = `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${ROWS} FOR UPDATE SKIP LOCKED)) RETURNING 1`;
    const hours = this.config.operations.retentionHours;
    while ((await this.platform.query(statement, [hours])).length === ROWS);
  }
}
