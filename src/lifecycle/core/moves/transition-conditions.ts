import type { Entity } from '#core/catalogue/entity.js';
import { definedCriterion } from '#core/checks/defined-criterion.js';
import type { RequestContext } from '#core/context/context.js';
import type { Criterion } from '#core/criteria/criterion.js';
import { isNoWhereClause } from '#core/requests/where-clause.js';
import type { Args } from '#core/statements/args.js';
import type { Transition, Validator } from '#core/catalogue/lifecycle.js';

/** A transition with its conditions: the filters first, then the validators that have a where-clause. */
export interface EvaluatedTransition {
  readonly transition: Transition;
  readonly conditions: readonly Criterion[];
  readonly hasFilters: boolean;
  /** Validators of the conditions after the filters, in their order. */
  readonly validators: readonly Validator[];
}

/**
 * Resolves the conditions of transitions for one call. They are evaluated with system rights inside the environment; `Me`
 * and `MyTeams` are the caller's.
 */
export const evaluatedTransitions = (
  ctx: RequestContext,
  entity: Entity,
  transitions: readonly Transition[],
  args: Args,
): readonly EvaluatedTransition[] =>
  transitions.map((transition): EvaluatedTransition => {
    const validators = transition.validators.filter(({ where }) => !isNoWhereClause(where));
    const hasFilters = !isNoWhereClause(transition.filters);
    const clauses = [...(hasFilters ? [transition.filters!] : []), ...validators.map(({ where }) => where!)];
    return {
      transition,
      conditions: clauses.map((json) => definedCriterion(ctx, entity, json, args).criterion),
      hasFilters,
      validators,
    };
  });

/** How the conditions of a transition stand for one record. */
export interface ConditionResults {
  readonly evaluated: EvaluatedTransition;
  /** True where the filters hold, or there are none. */
  readonly isShown: boolean;
  /** Validators with a where-clause that fail. */
  readonly failing: readonly Validator[];
}

/**
 * Reads the column `held` of a record: for each transition the results of its conditions as `{t,f}`, or null where it
 * does not lead out of the record's status.
 */
export function conditionResultsOf(
  evaluated: readonly EvaluatedTransition[],
  held: readonly (string | null)[],
): readonly ConditionResults[] {
  return evaluated.flatMap((each, i): readonly ConditionResults[] => {
    const text = held[i];
    if (text === null) return [];
    const results = [...text.matchAll(/[tf]/g)].map(([result]) => result === 't');
    const ofValidators = each.hasFilters ? results.slice(1) : results;
    return [
      {
        evaluated: each,
        isShown: !each.hasFilters || results[0],
        failing: each.validators.filter((_, n) => !ofValidators[n]),
      },
    ];
  });
}
