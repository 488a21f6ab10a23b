import { Injectable } from '@nestjs/common';
import { PlatformDatabase } from '#platform/database/platform-database.js';
import { Upkeep } from '#platform/process/scheduling/upkeep.js';

/** Days after which a step that is repeated sends to every user again; as long as runs are kept by default. */
const KEPT_DAYS = 30;

/** Forgets who has got the messages of old steps. */
@Injectable()
export class ExpireSentMail {
  constructor(private readonly platform: PlatformDatabase) {}

  @Upkeep(600_000)
  async expire(): Promise<void> {
    await this.platform.deleteRows('platform.sent_mail', `sent_on < now() - $1 * interval '1 day'`, [KEPT_DAYS]);
  }
}
