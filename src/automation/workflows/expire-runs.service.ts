import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import { removeNotifications, surplusNotifications } from '#automation/core/messages/expire-notifications.sql.js';
import { endedBytes, expireRuns, type EndedBytes } from '#automation/core/runs/expire-runs.sql.js';
import { systemContext } from '#core/context/system-context.js';
import { Directory } from '#platform/catalogue/directory.js';
import { EnvironmentRepository } from '#platform/catalogue/environment.repository.js';
import { Config } from '#platform/process/config/config.js';
import { Database } from '#platform/database/database.js';
import { PlatformDatabase } from '#platform/database/platform-database.js';
import { Upkeep } from '#platform/process/scheduling/upkeep.js';
import { Metrics } from '#platform/observability/metrics/metrics.js';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';

/** Time by which no run ended. */
const NONE = '-infinity';
/** Most rows per statement, so that transactions stay short. */
const ROWS = 1_000;
/** Most notifications that are found at once; finding them sorts all of their users. */
const FOUND = 50_000;

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

/**
 * Disk space of the runs and steps of all environments, and of the one that has most; those environments that have more than
 * the limit. Free space is counted, so that few environments are measured by their rows.
 */
const SPACE = `
  SELECT COALESCE(sum(s.bytes), 0)::text AS total, COALESCE(max(s.bytes), 0)::text AS most,
    COALESCE(array_agg(s.id) FILTER (WHERE s.bytes > $1), '{}') AS large
  FROM (
    SELECT e.id, sum(pg_table_size(c.oid)) AS bytes
    FROM platform.environment e
    JOIN pg_namespace n ON n.nspname = e.schema_name
    JOIN pg_class c ON c.relnamespace = n.oid AND c.relname IN ('WorkflowRun', 'WorkflowStep') AND c.relkind = 'r'
    GROUP BY e.id
  ) s`;

/** Bytes of the runs of an environment that have not ended. */
const QUEUED_BYTES = `
  SELECT COALESCE(sum(q.input_bytes + q.output_bytes), 0)::text AS bytes
  FROM platform.run q
  WHERE q.environment_id = $1`;

const BYTES = {
  kind: 'gauge',
  name: 'workflow_run_bytes',
  help: 'Disk space of the tables of runs and steps, of all environments, as of the last look; there is one every ten minutes.',
  merge: 'max',
} as const;
const MOST_BYTES = {
  kind: 'gauge',
  name: 'workflow_run_bytes_most',
  help: 'The same of the environment that has most; RUN_BYTES bounds what is stored in it.',
  merge: 'max',
} as const;

const REMOVED = {
  kind: 'counter',
  name: 'notifications_removed_total',
  help: 'Notifications that this node has removed because their users had more than NOTIFICATION_LIMIT.',
} as const;

/**
 * Removes runs that ended before the retention or are beyond the limit of an environment, with their steps, actions that no
 * run refers to, and notifications beyond the limit of a user. Workers do.
 */
@Injectable()
export class ExpireRuns {
  #notifications = 0;
  #space: { readonly total: number; readonly most: number } | undefined;

  constructor(
    private readonly database: Database,
    private readonly platform: PlatformDatabase,
    private readonly environments: EnvironmentRepository,
    private readonly directory: Directory,
    private readonly config: Config,
    metrics: Metrics,
  ) {
    metrics.add(REMOVED, {}, () => this.#notifications);
    metrics.add(BYTES, {}, () => this.#space?.total);
    metrics.add(MOST_BYTES, {}, () => this.#space?.most);
  }

  @Upkeep(3_600_000)
  async expire(): Promise<void> {
    if (!this.config.runs.isWorker) return;
    const ids = (await this.platform.repeatable<{ id: string }>(WITH_ROWS)).map(({ id }) => id);
    await this.#inEach(ids, async (ctx) => {
      await this.#expireRuns(ctx, NONE);
      await this.#expireNotifications(ctx);
    });
    await this.#expireVersions();
  }

  /** Removes the oldest ended runs of environments whose runs have more bytes than the limit. */
  @Upkeep(600_000)
  async bound(): Promise<void> {
    const { isWorker, keptBytes } = this.config.runs;
    if (!isWorker) return;
    type Space = Readonly<Record<'total' | 'most', string>> & { readonly large: readonly string[] };
    const [{ total, most, large }] = await this.platform.repeatable<Space>(SPACE, [keptBytes]);
    this.#space = { total: Number(total), most: Number(most) };
    await this.#inEach(large, async (ctx) => {
      const endedBy = await this.#endOfNewestBeyond(ctx, keptBytes);
      if (endedBy !== null) await this.#expireRuns(ctx, endedBy);
    });
  }

  async #inEach(ids: readonly string[], work: (ctx: RequestContext) => Promise<void>): Promise<void> {
    for (const { environment } of await this.environments.byIds([...ids])) {
      const { tenantId, appId, id } = environment;
      const catalogue = await this.directory.find(tenantId, appId, id);
      const job = { source: 'Workflow', chain: [] } as const;
      if (catalogue) await work({ ...systemContext(catalogue, uuidV7(), new Date()), job });
    }
  }

  /** Time at which the newest run ended that is beyond the limit; runs that have not ended count first. */
  async #endOfNewestBeyond(ctx: RequestContext, limit: number): Promise<string | null> {
    const id = ctx.catalogue.environment.id;
    const [queued] = await this.platform.repeatable<{ bytes: string }>(QUEUED_BYTES, [id]);
    let room = limit - Number(queued.bytes);
    for (let endedBefore: string | null = 'infinity'; endedBefore !== null;) {
      const asked: Readonly<Record<'endedBefore' | 'room' | 'limit', string | number>> = {
        endedBefore,
        room,
        limit: ROWS,
      };
      const [page]: readonly EndedBytes[] = await this.database.runStatement(endedBytes, ctx, asked);
      if (page.beyond !== null) return page.beyond;
      room -= Number(page.bytes);
      endedBefore = page.oldest;
    }
    return null;
  }

  async #expireRuns(ctx: RequestContext, endedBy: string): Promise<void> {
    const values = { days: this.config.runs.retentionDays, endedBy, limit: ROWS };
    for (let removed = 1; removed > 0;) [{ removed }] = await this.database.runStatement(expireRuns, ctx, values);
  }

  async #expireNotifications(ctx: RequestContext): Promise<void> {
    const values = { most: this.config.runs.notificationLimit, limit: FOUND, part: ROWS };
    for (let found = FOUND; found === FOUND;) {
      const parts = await this.database.runStatement(surplusNotifications, ctx, values);
      for (const { ids } of parts) this.#notifications += await this.#removeNotifications(ctx, ids);
      found = parts.reduce((all, { ids }) => all + ids.length, 0);
    }
  }

  async #removeNotifications(ctx: RequestContext, ids: readonly string[]): Promise<number> {
    const [{ removed }] = await this.database.runStatement(removeNotifications, ctx, { ids });
    return removed;
  }

  /** A run that is kept ended at most the retention ago, and began at most days before. */
  #expireVersions(): Promise<void> {
    const isUsed = `EXISTS (SELECT FROM platform.run r WHERE r.version = workflow_version.id)`;
    const expired = `used_on < now() - ($1 + 7) * interval '1 day' AND NOT ${isUsed}`;
    return this.platform.deleteRows('platform.workflow_version', expired, [this.config.runs.retentionDays]);
  }
}
