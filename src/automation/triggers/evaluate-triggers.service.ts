import { Injectable, Logger } from '@nestjs/common';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import type { ActiveTrigger, Evaluated } from '#automation/core/triggers/fires.js';
import type { ChangeImages } from '#core/images/record-images.js';
import { concernsAll, isLasting, faultText } from './match-faults.js';
import { TriggerReads } from './trigger-reads.repository.js';

/** A change to evaluate, with its triggers. */
export interface EvaluatedChange {
  readonly triggers: ReadonlySet<ActiveTrigger>;
  readonly images: ChangeImages;
}

/** Result of one trigger for one change. */
export interface TriggerOutcome {
  readonly of: EvaluatedChange;
  readonly trigger: ActiveTrigger;
  /** Why it is unknown, if it is. */
  readonly result: Evaluated | string;
}

/** Common parts of all evaluations of one page and entity. */
export interface Evaluation {
  readonly ctx: RequestContext;
  readonly entity: Entity;
  /** True when the page has failed several times. */
  readonly isRepeated: boolean;
}

/** Evaluates changes by the conditions of triggers. */
@Injectable()
export class EvaluateTriggers {
  readonly #logger = new Logger(EvaluateTriggers.name);

  constructor(private readonly reads: TriggerReads) {}

  /**
   * Evaluates changes by triggers, in one statement. Where that fails for good, it evaluates trigger by trigger, then fewer
   * changes, so that one that cannot be evaluated does not hold back the others.
   */
  async evaluate(
    evaluating: Evaluation,
    triggers: readonly ActiveTrigger[],
    changes: readonly EvaluatedChange[],
  ): Promise<readonly TriggerOutcome[]> {
    const concerned = changes.filter((change) => triggers.some((each) => change.triggers.has(each)));
    if (concerned.length === 0) return [];
    try {
      return await this.#outcomes(evaluating, triggers, concerned);
    } catch (error) {
      if (!isLasting(error, evaluating.isRepeated)) throw error;
      const outcomes: TriggerOutcome[] = [];
      for (const part of partsOf(triggers, concerned, error))
        outcomes.push(...(await this.evaluate(evaluating, ...part)));
      return outcomes.length > 0 ? outcomes : this.#unknown(triggers[0], concerned, error);
    }
  }

  async #outcomes(
    { ctx, entity }: Evaluation,
    triggers: readonly ActiveTrigger[],
    changes: readonly EvaluatedChange[],
  ): Promise<readonly TriggerOutcome[]> {
    const toEvaluate = changes.map(({ triggers: of, images }) => ({
      triggers: triggers.flatMap((each, i) => (of.has(each) ? [i] : [])),
      ...images,
    }));
    const definitions = triggers.map(({ trigger }) => trigger);
    const results = await this.reads.evaluate(ctx, entity, definitions, toEvaluate);
    return changes.flatMap((of, n) =>
      triggers.flatMap((trigger, i) => {
        const result = results[n][i];
        return result ? [{ of, trigger, result }] : [];
      }),
    );
  }

  #unknown(trigger: ActiveTrigger, changes: readonly EvaluatedChange[], error: unknown): readonly TriggerOutcome[] {
    const result = `Trigger ${trigger.trigger.name} could not be judged: ${faultText(error)}`;
    this.#logger.warn(`${result} Changes: ${changes.length}.`);
    return changes.map((of) => ({ of, trigger, result }));
  }
}

type Part = readonly [readonly ActiveTrigger[], readonly EvaluatedChange[]];

/** Smaller parts of what has failed; none when it cannot be divided. */
function partsOf(
  triggers: readonly ActiveTrigger[],
  changes: readonly EvaluatedChange[],
  error: unknown,
): readonly Part[] {
  if (triggers.length > 1) return triggers.map((each) => [[each], changes]);
  if (changes.length === 1 || concernsAll(error)) return [];
  const half = Math.ceil(changes.length / 2);
  return [changes.slice(0, half), changes.slice(half)].map((part) => [triggers, part]);
}
