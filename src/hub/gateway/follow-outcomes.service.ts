import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Catalogue } from '#core/catalogue/catalogue.js';
import { CommandRepository } from '#platform/operations/command.repository.js';
import type { Outcome } from '#platform/operations/outcomes/outcome.js';
import { OutcomeStore } from '#platform/operations/outcomes/outcome-store.repository.js';
import { Loop } from '#platform/process/scheduling/loop.js';
import { Traces } from '#platform/observability/traces/traces.js';
import { Feeds } from '#hub/feeds/feeds.service.js';

const EVERY_MS = 200;
/** Delay of an outcome, so that the 202, on another connection, arrives first. */
const DELAY_MS = 50;
/** Writes that finished this long before the first client connected may belong to it. */
const BEFORE_MS = 1_000;
/** Maximum delay between a command's finishing time and its visibility. */
const OVERLAP_MS = 10_000;

/** Sends an outcome to the user who submitted the write. */
export type SendOutcome = (outcome: Outcome, catalogue: Catalogue) => void;

/**
 * Polls for finished writes that answered 202, executed by any node, while a client is connected. A poll is one short
 * index scan; `GetOperation` answers outcomes that it misses.
 */
@Injectable()
export class FollowOutcomes implements OnApplicationShutdown {
  readonly #logger = new Logger(FollowOutcomes.name);
  /** Times at which outcomes were sent, by their ids. */
  readonly #sentAt = new Map<string, number>();
  #beganAt: number | undefined;
  #polledAt = 0;
  readonly #polling = new Loop(() => this.#look(), { pauseMs: EVERY_MS, logger: this.#logger });
  #send: SendOutcome = () => undefined;

  constructor(
    private readonly commands: CommandRepository,
    private readonly outcomes: OutcomeStore,
    private readonly feeds: Feeds,
    private readonly traces: Traces,
  ) {}

  /** Sets the sender of outcomes. */
  listen(send: SendOutcome): void {
    this.#send = send;
  }

  /** Starts polling; called when a client connects. */
  begin(): void {
    this.#beganAt ??= this.#polledAt = performance.now();
    this.#polling.start(EVERY_MS);
  }

  onApplicationShutdown(): Promise<void> {
    return this.#polling.stop();
  }

  async #look(): Promise<void> {
    if (this.feeds.isEmpty) this.#beganAt = undefined;
    if (this.#beganAt !== undefined) await this.#poll(this.#beganAt, performance.now());
  }

  async #poll(beganAt: number, now: number): Promise<void> {
    const withinMs = Math.min(now - beganAt + BEFORE_MS, now - this.#polledAt + OVERLAP_MS);
    for (const { id, environmentId, userId } of await this.commands.finished(withinMs, DELAY_MS)) {
      const catalogue = this.feeds.catalogueOf(environmentId, userId);
      if (!this.#sentAt.has(id) && catalogue) await this.#sendOutcome(id, catalogue, now);
    }
    this.#polledAt = now;
    for (const [id, sentAt] of this.#sentAt) if (now - sentAt > 2 * OVERLAP_MS) this.#sentAt.delete(id);
  }

  async #sendOutcome(id: string, catalogue: Catalogue, now: number): Promise<void> {
    const outcome = await this.outcomes.find(id);
    this.#sentAt.set(id, now);
    if (!outcome || outcome.status === 'Processing') return;
    this.#send(outcome, catalogue);
    const attributes = { 'environment.id': catalogue.environment.id };
    this.traces.note({ correlationId: id, parentId: id }, () => ({ name: 'hub outcome', attributes }));
  }
}
