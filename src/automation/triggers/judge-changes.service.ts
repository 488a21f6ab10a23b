import { Injectable, Logger } from '@nestjs/common';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import type { ActiveTrigger, Judged } from '#automation/core/triggers/fires.js';
import type { ChangeImages } from '#automation/core/triggers/record-images.js';
import { concernsAll, isLasting, faultText } from './match-faults.js';
import { TriggerReads } from './trigger-reads.repository.js';

/** A change to judge, with its triggers. */
export interface JudgedChange {
  readonly triggers: ReadonlySet<ActiveTrigger>;
  readonly images: ChangeImages;
}

/** Result of one trigger for one change. */
export interface TriggerVerdict {
  readonly of: JudgedChange;
  readonly trigger: ActiveTrigger;
  /** Why it is unknown, if it is. */
  readonly result: Judged | string;
}

/** Common parts of all judgements of one page and entity. */
export interface Judging {
  readonly ctx: RequestContext;
  readonly entity: Entity;
  /** True when the page has failed several times. */
  readonly isRepeated: boolean;
}

/** Judges changes by the conditions of triggers. */
@Injectable()
export class JudgeChanges {
  readonly #logger = new Logger(JudgeChanges.name);

  constructor(private readonly reads: TriggerReads) {}

  /**
   * Judges changes by triggers, in one statement. Where that fails for good, it judges trigger by trigger, then fewer
   * changes, so that one that cannot be judged does not hold back the others.
   */
  async judge(
    judging: Judging,
    triggers: readonly ActiveTrigger[],
    changes: readonly JudgedChange[],
  ): Promise<readonly TriggerVerdict[]> {
    const concerned = changes.filter((change) => triggers.some((each) => change.triggers.has(each)));
    if (concerned.length === 0) return [];
    try {
      return await this.#verdicts(judging, triggers, concerned);
    } catch (error) {
      if (!isLasting(error, judging.isRepeated)) throw error;
      const verdicts: TriggerVerdict[] = [];
      for (const part of partsOf(triggers, concerned, error)) verdicts.push(...(await this.judge(judging, ...part)));
      return verdicts.length > 0 ? verdicts : this.#unknown(triggers[0], concerned, error);
    }
  }

  async #verdicts(
    { ctx, entity }: Judging,
    triggers: readonly ActiveTrigger[],
    changes: readonly JudgedChange[],
  ): Promise<readonly TriggerVerdict[]> {
    const toJudge = changes.map(({ triggers: of, images }) => ({
      triggers: triggers.flatMap((each, i) => (of.has(each) ? [i] : [])),
      ...images,
    }));
    const definitions = triggers.map(({ trigger }) => trigger);
    const results = await this.reads.judge(ctx, entity, definitions, toJudge);
    return changes.flatMap((of, n) =>
      triggers.flatMap((trigger, i) => {
        const result = results[n][i];
        return result ? [{ of, trigger, result }] : [];
      }),
    );
  }

  #unknown(trigger: ActiveTrigger, changes: readonly JudgedChange[], error: unknown): readonly TriggerVerdict[] {
    const result = `Trigger ${trigger.trigger.name} could not be judged: ${faultText(error)}`;
    this.#logger.warn(`${result} Changes: ${changes.length}.`);
    return changes.map((of) => ({ of, trigger, result }));
  }
}

type Part = readonly [readonly ActiveTrigger[], readonly JudgedChange[]];

/** Smaller parts of what has failed; none when it cannot be divided. */
function partsOf(
  triggers: readonly ActiveTrigger[],
  changes: readonly JudgedChange[],
  error: unknown,
): readonly Part[] {
  if (triggers.length > 1) return triggers.map((each) => [[each], changes]);
  if (changes.length === 1 || concernsAll(error)) return [];
  const half = Math.ceil(changes.length / 2);
  return [changes.slice(0, half), changes.slice(half)].map((part) => [triggers, part]);
}
