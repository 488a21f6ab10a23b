import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { PlatformDatabase } from '#platform/database/platform-database.js';

const EVERY_MS = 600_000;
/** Maximum of rows per DELETE, so that transactions stay short. */
const ROWS = 5_000;
/** Days after which a step that is repeated sends to every user again; as long as runs are kept by default. */
const KEPT_DAYS = 30;

/** Forgets who has got the messages of old steps. */
@Injectable()
export class ExpireSentMail {
  readonly #logger = new Logger(ExpireSentMail.name);

  constructor(private readonly platform: PlatformDatabase) {}

  @Interval(EVERY_MS)
  async expire(): Promise<void> {
    const statement = `
      DELETE FROM platform.sent_mail WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM platform.sent_mail WHERE sent_on < now() - $1 * interval '1 day'
        LIMIT ${ROWS} FOR UPDATE SKIP LOCKED
      )) RETURNING 1`;
    try {
      while ((await this.platform.query(statement, [KEPT_DAYS])).length === ROWS);
    } catch (error) {
      this.#logger.error(error);
    }
  }
}
