import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../core/context.js';
import type { Receivers } from '../../core/messages/receivers.js';
import { compileRecipients, planRecipients } from '../../core/messages/recipients.sql.js';
import { Database } from '../../platform/database/database.js';
import { PlatformDatabase } from '../../platform/database/platform-database.js';
import { StatementCache } from '../../platform/database/statement-cache.js';

/** A user who gets a message. */
export interface Recipient {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** Finds the recipients of messages, and remembers who has got one. */
@Injectable()
export class RecipientsRepository {
  constructor(
    private readonly database: Database,
    private readonly platform: PlatformDatabase,
    private readonly statements: StatementCache,
  ) {}

  find(ctx: RequestContext, receivers: Receivers): Promise<readonly Recipient[]> {
    const plan = planRecipients(ctx, receivers);
    const statement = this.statements.get(ctx, 'recipients', () => compileRecipients(ctx, plan), 'read');
    return this.database.execute<Recipient>(ctx, statement, plan.args);
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
