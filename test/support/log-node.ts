import { Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Interest, LoggedChange } from '#core/changes/change.js';
import { ChangeLogRepository } from '#platform/change-log/change-log.repository.js';
import { ChangeLog } from '#platform/change-log/change-log.js';
import { LogTail } from '#platform/change-log/log-tail.js';
import type { Subscription } from '#platform/change-log/subscription.js';
import { Commits } from '#platform/database/commits.js';
import { ConnectionPool } from '#platform/database/connections/connection-pool.js';
import { LogDatabase, logPools } from '#platform/database/log-database.js';
import { NotifyChannel } from '#platform/database/notify-channel.js';
import { testConfig } from './test-config.js';

/** The part of a node that follows the change log. */
export class LogNode {
  readonly commits = new Commits();
  readonly log: ChangeLog;

  constructor(url: string) {
    Logger.overrideLogger(false);
    const config = testConfig(url);
    const settings = { ...config.database, url };
    const repository = new ChangeLogRepository(
      new LogDatabase(
        logPools((size, tuning) => new ConnectionPool({ ...settings, tuning }, size)),
        url,
      ),
      config,
    );
    this.log = new ChangeLog(repository, new LogTail(repository), new NotifyChannel(settings), this.commits, config);
    this.log.onApplicationBootstrap();
  }

  stop(): Promise<void> {
    return this.log.onApplicationShutdown();
  }
}

/** Record of every change in these tests. */
export const ENVIRONMENT = randomUUID();
export const HERE: Interest = { environmentId: ENVIRONMENT };

/** Writes one row of the log; `position` and `xid` come from the table, as in the service. */
const INSERT_CHANGE = `INSERT INTO platform.change (occurred_at, environment_id, entity, operation, record_id,
    record_information_id, row_version, old, new, user_id, correlation_id)
  VALUES (now(), $1::uuid, $2, 'Update', $3::uuid, $3::uuid, $4::bigint, '{"Name":1}', '{"Name":2}', $1::uuid, gen_random_uuid())`;

/** Logs a change in its own transaction, or in the client's. */
export const logChange = (client: pg.ClientBase | pg.Pool, recordId: string, version = 1, entity = 'Crate') =>
  client.query(INSERT_CHANGE, [ENVIRONMENT, entity, recordId, version]);

/** Reads changes until the wanted number has arrived. @throws {Error} after a time without any */
export async function take(subscription: Subscription, count: number): Promise<readonly LoggedChange[]> {
  const taken: LoggedChange[] = [];
  while (taken.length < count) {
    const { value } = await withDeadline(subscription.next());
    if (value === undefined) throw new Error('The subscription ended.');
    taken.push(...value.changes);
  }
  return taken;
}

/** True when nothing arrives for a while; later changes are lost, so this is the last check. */
export async function isSilent(subscription: Subscription, ms = 700): Promise<boolean> {
  return withDeadline(subscription.next(), ms).then(
    () => false,
    () => true,
  );
}

export async function withDeadline<T>(promise: Promise<T>, ms = 10_000): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Nothing came within ${ms} ms.`)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
