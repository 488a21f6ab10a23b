import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { SYSTEM_ENTITIES } from '#core/catalogue/system-entities.js';
import { Definition } from '#core/catalogue/definition.js';
import { CursorExpired } from '#core/changes/log-cursor.js';
import { ChangeLog } from '#platform/change-log/change-log.js';
import { NotifyChannel } from '#platform/database/notify-channel.js';
import { Loop } from '#platform/process/scheduling/loop.js';
import { CachedDirectory } from './cached-directory.js';

const RETRY_MS = 500;

/** Entities whose records the directory caches, in every environment: definitions and access. */
const CACHED = new Set(
  SYSTEM_ENTITIES.map((json) => new Definition(json))
    .filter((entity) => ['access', 'definition'].includes(entity.text('Kind') ?? ''))
    .map((entity) => entity.text('EntityName')!),
);

/**
 * Refreshes the directory within a second when definitions, roles or members change on any node
 * (docs/interface/access.md#when-changes-take-effect).
 */
@Injectable()
export class FollowDefinitions implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #logger = new Logger(FollowDefinitions.name);
  readonly #listeners = new Set<() => void>();
  readonly #following = new Loop((stop) => this.#follow(stop), { pauseMs: RETRY_MS, logger: this.#logger });

  constructor(
    private readonly changes: ChangeLog,
    private readonly directory: CachedDirectory,
    channel: NotifyChannel,
  ) {
    channel.listen('definitions', () => {
      this.#refresh().catch((error: unknown) => this.#following.outage.fail(error));
    });
  }

  onApplicationBootstrap(): void {
    this.#following.start();
  }

  /** Calls the listener after every change of definitions, access, settings and states of environments, on any node. */
  listen(listener: () => void): void {
    this.#listeners.add(listener);
  }

  onApplicationShutdown(): Promise<void> {
    return this.#following.stop();
  }

  /**
   * Follows the change log until it fails or stops. It needs no cursor: versions reveal changes from before it started.
   */
  async #follow(stop: AbortSignal): Promise<void> {
    const subscription = await this.changes.subscribe({ kinds: CACHED });
    const close = (): void => subscription.close();
    stop.addEventListener('abort', close, { once: true });
    try {
      if (stop.aborted) close();
      await this.directory.refresh();
      this.#following.outage.end();
      for await (const { changes } of subscription) {
        if (changes.length === 0) continue;
        await this.#refresh();
      }
    } catch (error) {
      if (error instanceof CursorExpired) await this.directory.forget();
      throw error;
    } finally {
      stop.removeEventListener('abort', close);
      close();
    }
  }

  async #refresh(): Promise<void> {
    await this.directory.refresh();
    for (const listener of this.#listeners) listener();
  }
}
