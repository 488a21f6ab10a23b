import { Injectable } from '@nestjs/common';
import { DomainError } from '#core/errors.js';
import { PlatformDatabase } from '#platform/database/platform-database.js';
import { Upkeep } from '#platform/process/scheduling/upkeep.js';
import type { Eventually } from './eventually.js';

const EVERY_MS = 5_000;

/** Nodes send a heartbeat every 10 seconds, of which three may get lost. */
const OLD_NODES = `
  SELECT EXISTS (
    SELECT FROM platform.node n
    WHERE NOT n.knows_keys AND n.seen_on > now() - interval '35 seconds'
  ) AS "areThere"`;

/**
 * Tells whether all nodes know keys. Nodes of earlier versions execute stored writes and runs with all rights of the user,
 * so that no key is admitted while there is one (decision 0393).
 */
@Injectable()
export class KeyReadyNodes {
  /** Undefined until the first call by key: a service without keys sends no statement. */
  #areReady: boolean | undefined;

  constructor(private readonly platform: PlatformDatabase) {}

  /** @throws {DomainError} Unavailable while a node of an earlier version runs */
  require(): Eventually<void> {
    if (this.#areReady === undefined) return this.#look().then(() => this.#requireReady());
    return this.#requireReady();
  }

  @Upkeep(EVERY_MS)
  async lookAgain(): Promise<void> {
    if (this.#areReady !== undefined) await this.#look();
  }

  #requireReady(): void {
    if (this.#areReady === false) throw oldNodes();
  }

  async #look(): Promise<void> {
    const [{ areThere }] = await this.platform.repeatable<{ areThere: boolean }>(OLD_NODES);
    this.#areReady = !areThere;
  }
}

const oldNodes = (): DomainError =>
  new DomainError({
    code: 'Unavailable',
    message:
      'A node of an earlier version runs, which does not know keys. Keys are admitted 35 seconds after the last one has ended.',
    params: { RetryAfterSeconds: EVERY_MS / 1_000 },
  });
