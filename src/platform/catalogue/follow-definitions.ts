import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { SYSTEM_ENTITIES } from '#core/catalogue/system-entities.js';
import { Definition } from '#core/catalogue/definition.js';
import { CursorExpired } from '#core/changes/log-cursor.js';
import { ChangeLog } from '#platform/change-log/change-log.js';
import { NotifyChannel } from '#platform/database/notify-channel.js';
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
  readonly #stop = new AbortController();
  readonly #listeners = new Set<() => void>();
  #following: Promise<void> | undefined;

  constructor(
    private readonly changes: ChangeLog,
    private readonly directory: CachedDirectory,
    channel: NotifyChannel,
  ) {
    channel.listen('definitions', () => {
      directory.refresh().catch((error: unknown) => this.#logger.warn(error));
    });
  }

  onApplicationBootstrap(): void {
    this.#following = this.#follow();
  }

  /** Calls the listener after every change of definitions and access, on any node. */
  listen(listener: () => void): void {
    this.#listeners.add(listener);
  }

  async onApplicationShutdown(): Promise<void> {
    this.#stop.abort();
    await this.#following;
  }

  async #follow(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      await this.#followOnce().catch((error: unknown) => this.#fail(error));
      await sleep(RETRY_MS, undefined, { signal: this.#stop.signal, ref: false }).catch(() => undefined);
    }
  }

  async #fail(error: unknown): Promise<void> {
    this.#logger.warn(error);
    if (error instanceof CursorExpired) await this.directory.forget();
  }

  /**
   * Follows the change log until it fails or stops. It needs no cursor: versions reveal changes from before it started.
   */
  async #followOnce(): Promise<void> {
    const subscription = await this.changes.subscribe({ kinds: CACHED });
    const close = (): void => subscription.close();
    this.#stop.signal.addEventListener('abort', close, { once: true });
    try {
      if (this.#stop.signal.aborted) close();
      await this.directory.refresh();
      for await (const { changes } of subscription) {
        if (changes.length === 0) continue;
        await this.directory.refresh();
        for (const listener of this.#listeners) listener();
      }
    } finally {
      this.#stop.signal.removeEventListener('abort', close);
      close();
    }
  }
}
