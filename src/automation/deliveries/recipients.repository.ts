import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import type { Receivers } from '#automation/core/messages/receivers.js';
import { readRecipients, type Recipient } from '#automation/core/messages/recipients.sql.js';
import { Database } from '#platform/database/database.js';
import { PlatformDatabase } from '#platform/database/platform-database.js';

/** Finds the recipients of messages, and remembers who has got one. */
@Injectable()
export class RecipientsRepository {
  constructor(
    private readonly database: Database,
    private readonly platform: PlatformDatabase,
  ) {}

  find(ctx: RequestContext, receivers: Receivers): Promise<readonly Recipient[]> {
    return this.database.runStatement(readRecipients, ctx, { ...receivers });
  }

  /** Ids of users to whom an earlier try of the step has sent its message. */
  async sent(stepId: string): Promise<ReadonlySet<string>> {
    const rows = await this.platform.repeatable<{ readonly id: string }>(
      'SELECT user_id::text AS id FROM platform.sent_mail WHERE step_id = $1',
      [stepId],
    );
    return new Set(rows.map(({ id }) => id));
  }

  async remember(stepId: string, userId: string): Promise<void> {
    await this.platform.repeatable(
      'INSERT INTO platform.sent_mail (step_id, user_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [stepId, userId],
    );
  }
}
