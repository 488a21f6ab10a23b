import { Injectable } from '@nestjs/common';
import { Config } from '#platform/process/config/config.js';
import { PlatformDatabase } from '#platform/database/platform-database.js';
import { Upkeep } from '#platform/process/scheduling/upkeep.js';

const OLD = `now() - $1 * interval '1 hour'`;

/** Deletes outcomes and keys after their retention. Every node does. */
@Injectable()
export class ExpireOutcomes {
  constructor(
    private readonly platform: PlatformDatabase,
    private readonly config: Config,
  ) {}

  @Upkeep(600_000)
  async expire(): Promise<void> {
    const hours = [this.config.operations.retentionHours];
    const finished = `finished_on IS NOT NULL AND submitted_on < ${OLD} AND finished_on < ${OLD}`;
    await this.platform.deleteRows('platform.operation', `completed_on < ${OLD}`, hours);
    await this.platform.deleteRows('platform.command', finished, hours);
    for (const table of ['platform.idempotency', 'platform.batch_step'])
      await this.platform.deleteRows(table, 'expires_on < now()');
  }
}
