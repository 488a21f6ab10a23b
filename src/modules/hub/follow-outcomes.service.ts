import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Environment } from '../../core/catalogue/catalogue.js';
import { CommandRepository } from '../../platform/operations/command.repository.js';
import type { Outcome } from '../../platform/outcomes/outcome.js';
import { OutcomeStore } from '../../platform/outcomes/outcome-store.repository.js';
import { Feeds } from '../feeds/index.js';

const EVERY_MS = 200;
/** The 202 is on its way before anybody hears of the outcome: they travel on different connections. */
const REST_MS = 50;
/** What was finished shortly before the first client came may be meant for it. */
const BEFORE_MS = 1_000;
/** How much later a command can become visible than it says that it was finished. */
const OVERLAP_MS = 10_000;

/** Passes an outcome on to who submitted the write. */
export type SendOutcome = (outcome: Outcome, environment: Environment) => void;

/**
 * Finds the writes that answered 202 and are finished by now, whichever node ran them, while anybody is connected.
 * A look costs one short index scan; what it misses `GetOperation` still tells.
 */
@Injectable()
export class FollowOutcomes {
  readonly #logger = new Logger(FollowOutcomes.name);
  /** When each was told, by their ids. */
  readonly #told = new Map<string, number>();
  #beganAt: number | undefined;
  #lookedAt = 0;
  #isLooking = false;
  #tell: SendOutcome = () => undefined;

  constructor(
    private readonly commands: CommandRepository,
    private readonly outcomes: OutcomeStore,
    private readonly feeds: Feeds,
  ) {}

  /** Who passes outcomes on; there is one. */
  listen(tell: SendOutcome): void {
    this.#tell = tell;
  }

  /** Somebody is connected. */
  begin(): void {
    this.#beganAt ??= this.#lookedAt = performance.now();
  }

  @Interval(EVERY_MS)
  async look(): Promise<void> {
    if (this.#beganAt === undefined || this.#isLooking) return;
    if (this.feeds.isEmpty) {
      this.#beganAt = undefined;
      return;
    }
    this.#isLooking = true;
    try {
      await this.#look(this.#beganAt, performance.now());
    } catch (error) {
      this.#logger.warn(error);
    } finally {
      this.#isLooking = false;
    }
  }

  async #look(beganAt: number, now: number): Promise<void> {
    const withinMs = Math.min(now - beganAt + BEFORE_MS, now - this.#lookedAt + OVERLAP_MS);
    for (const { id, environmentId, userId } of await this.commands.finished(withinMs, REST_MS)) {
      const environment = this.feeds.environmentOf(environmentId, userId);
      if (!this.#told.has(id) && environment) await this.#tellOf(id, environment, now);
    }
    this.#lookedAt = now;
    for (const [id, toldAt] of this.#told) if (now - toldAt > 2 * OVERLAP_MS) this.#told.delete(id);
  }

  async #tellOf(id: string, environment: Environment, now: number): Promise<void> {
    const outcome = await this.outcomes.find(id);
    this.#told.set(id, now);
    if (outcome && outcome.status !== 'Processing') this.#tell(outcome, environment);
  }
}
