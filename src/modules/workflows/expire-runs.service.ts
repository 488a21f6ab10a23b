import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { RequestContext } from '../../core/context.js';
import { compileExpireNotifications, planExpireNotifications } from '../../core/messages/expire-notifications.sql.js';
import { compileExpire, planExpire } from '../../core/runs/expire-runs.sql.js';
import type { Args } from '../../core/sql/args.js';
import { systemContext } from '../../core/system-context.js';
import { Directory } from '../../platform/catalogue/directory.js';
import { EnvironmentRepository } from '../../platform/catalogue/environment.repository.js';
import { Config } from '../../platform/config/config.js';
import { Database } from '../../platform/database/database.js';
import { PlatformDatabase } from '../../platform/database/platform-database.js';
import type { Statement } from '../../platform/database/statement.js';
import { StatementCache } from '../../platform/database/statement-cache.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { uuidV7 } from '../../platform/ids/uuid-v7.js';

const EVERY_MS = 3_600_000;
/** Most rows per statement, so that transactions stay short. */
const ROWS = 1_000;

/**
 * Environments that have had runs or notifications; a table that was never written to has no size. The definitions of all others need not
 * be loaded.
 */
const WITH_ROWS = `
  SELECT DISTINCT e.id
  FROM platform.environment e
  JOIN pg_namespace n ON n.nspname = e.schema_name
  JOIN pg_class c ON c.relnamespace = n.oid AND c.relname IN ('WorkflowRun', 'Notification') AND c.relkind = 'r'
  WHERE pg_relation_size(c.oid) > 0`;

const REMOVED = {
  kind: 'counter',
  name: 'notifications_removed_total',
  help: 'Notifications that this node has removed because their users had more than NOTIFICATION_LIMIT.',
} as const;

/** Where statements are executed. */
@Injectable()
export class RunDatabases {
  constructor(
    readonly tenants: Database,
    readonly platform: PlatformDatabase,
    readonly statements: StatementCache,
  ) {}
}

/**
 * Removes runs that ended before the retention, with their steps, actions that no run refers to, and notifications beyond
 * the limit of a user. Workers do.
 */
@Injectable()
export class ExpireRuns {
  readonly #logger = new Logger(ExpireRuns.name);
  #notifications = 0;

  constructor(
    private readonly databases: RunDatabases,
    private readonly environments: EnvironmentRepository,
    private readonly directory: Directory,
    private readonly config: Config,
    metrics: Metrics,
  ) {
    metrics.add(REMOVED, {}, () => this.#notifications);
  }

  @Interval(EVERY_MS)
  async expire(): Promise<void> {
    if (!this.config.runs.isWorker) return;
    try {
      const ids = (await this.databases.platform.repeatable<{ id: string }>(WITH_ROWS)).map(({ id }) => id);
      for (const { environment } of await this.environments.byIds(ids)) {
        const { tenantId, appId, id } = environment;
        const catalogue = await this.directory.find(tenantId, appId, id);
        if (catalogue) await this.#expireIn(systemContext(catalogue, uuidV7(), new Date()));
      }
      await this.#expireVersions();
    } catch (error) {
      this.#logger.error(error);
    }
  }

  async #expireIn(system: RequestContext): Promise<void> {
    const ctx: RequestContext = { ...system, job: { source: 'Workflow', chain: [] } };
    const { retentionDays, notificationLimit } = this.config.runs;
    const runs = planExpire(ctx, retentionDays, ROWS);
    await this.#removeAll(
      ctx,
      this.databases.statements.get(ctx, 'expireRuns', () => compileExpire(ctx, runs)),
      runs.args,
    );
    const many = planExpireNotifications(ctx, notificationLimit, ROWS);
    const statement = this.databases.statements.get(ctx, 'expireNotifications', () =>
      compileExpireNotifications(ctx, many),
    );
    this.#notifications += await this.#removeAll(ctx, statement, many.args);
  }

  /** Executes a statement until nothing is left to remove. @returns the number of what was removed */
  async #removeAll(ctx: RequestContext, statement: Statement, args: Args): Promise<number> {
    let all = 0;
    for (let removed = 1; removed > 0; all += removed)
      [{ removed }] = await this.databases.tenants.execute<{ removed: number }>(ctx, statement, args);
    return all;
  }

  /** A run that is kept ended at most the retention ago, and began at most days before. */
  async #expireVersions(): Promise<void> {
    await this.databases.platform.repeatable(
      `DELETE FROM platform.workflow_version v
       WHERE v.used_on < now() - ($1 + 7) * interval '1 day'
         AND NOT EXISTS (SELECT FROM platform.run r WHERE r.version = v.id)`,
      [this.config.runs.retentionDays],
    );
  }
}
